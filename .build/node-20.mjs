// Adds functions of Node 22 to Node 20, for Chevrotain's grammar checks and generated types. These run in tests, which include Node 20,
// and when files are generated. The built package does not need them.

/** @type {typeof Object.groupBy} */
Object.groupBy ??= (items, keyOf) => {
  const groups = Object.create(null);
  let index = 0;
  for (const item of items) (groups[keyOf(item, index++)] ??= []).push(item);
  return groups;
};
