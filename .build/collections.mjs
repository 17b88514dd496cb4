// The functions over collections that Chevrotain takes from lodash, written with the language's own: its modules are a
// fifth of what a command loads, and their many small functions a tenth of what it does before it reads a file.
//
// They do what Chevrotain relies on and no more: arrays and plain objects, predicates and mappers that are functions or
// the name of a property. A bundle that needs one that is not here is not built.

const elements = (collection) =>
  collection == null ? [] : Array.isArray(collection) ? collection : Object.values(collection);
const called = (iteratee) => (typeof iteratee === 'string' ? (element) => element[iteratee] : iteratee);

export const { isArray } = Array;
export const { assign } = Object;
export const isString = (value) => typeof value === 'string';
export const isFunction = (value) => typeof value === 'function';
export const isRegExp = (value) => value instanceof RegExp;
export const isUndefined = (value) => value === undefined;
export const isObject = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';
export const isEmpty = (collection) =>
  typeof collection === 'string' ? collection === '' : elements(collection).length === 0;
export const identity = (value) => value;
export const noop = () => undefined;

export const has = (object, key) => object != null && Object.hasOwn(object, key);
export const keys = (object) => Object.keys(object ?? {});
export const values = (object) => Object.values(object ?? {});
export const defaults = (object = {}, ...sources) => {
  for (const source of sources)
    for (const [key, value] of Object.entries(source)) if (object[key] === undefined) object[key] = value;
  return object;
};
export const pickBy = (object, predicate) =>
  Object.fromEntries(Object.entries(object).filter(([key, value]) => predicate(value, key)));
export const clone = (value) => {
  if (Array.isArray(value)) return [...value];
  return typeof value === 'object' && value !== null
    ? Object.assign(Object.create(Object.getPrototypeOf(value)), value)
    : value;
};

export const forEach = (collection, visit) => {
  if (Array.isArray(collection)) {
    for (let index = 0; index < collection.length; index++)
      if (visit(collection[index], index, collection) === false) break;
  } else {
    for (const key of keys(collection)) if (visit(collection[key], key, collection) === false) break;
  }
  return collection;
};
export const map = (collection, iteratee) => {
  const mapped = called(iteratee);
  const result = [];
  forEach(collection, (element, key) => void result.push(mapped(element, key, collection)));
  return result;
};
export const reduce = (collection, add, start) => {
  let sum = start;
  forEach(collection, (element, key) => {
    sum = add(sum, element, key, collection);
  });
  return sum;
};
export const flatMap = (collection, iteratee) => map(collection, iteratee).flat();
export const flatten = (array) => (array ?? []).flat();
export const compact = (array) => (array ?? []).filter(Boolean);
export const filter = (collection, predicate) => elements(collection).filter(called(predicate));
export const reject = (collection, predicate) =>
  elements(collection).filter((...args) => !called(predicate)(...args));
export const find = (collection, predicate) => elements(collection).find(called(predicate));
export const some = (collection, predicate) => elements(collection).some(called(predicate));
export const every = (collection, predicate) => elements(collection).every(called(predicate));
export const groupBy = (collection, iteratee) => {
  const groups = {};
  for (const element of elements(collection)) (groups[called(iteratee)(element)] ??= []).push(element);
  return groups;
};
export const includes = (collection, value) =>
  (isString(collection) ? collection : elements(collection)).includes(value);
export const indexOf = (array, value) => array.indexOf(value);
export const first = (array) => array?.[0];
export const last = (array) => array?.at(-1);
export const drop = (array, count = 1) => array.slice(count);
export const dropRight = (array, count = 1) => array.slice(0, Math.max(0, array.length - count));
export const uniq = (array) => [...new Set(array)];
export const difference = (array, ...others) =>
  array.filter((element) => !others.some((other) => other.includes(element)));
export const upperFirst = (text) => text.charAt(0).toUpperCase() + text.slice(1);
