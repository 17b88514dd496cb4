// What Chevrotain's checks of a grammar, and its types of the tree, need of Node 22: they run where files are generated and in the
// tests, and Node 20 is one of those that test. Nothing in the built package calls it.

/** @type {typeof Object.groupBy} */
Object.groupBy ??= (items, keyOf) => {
  const groups = Object.create(null);
  let index = 0;
  for (const item of items) (groups[keyOf(item, index++)] ??= []).push(item);
  return groups;
};
