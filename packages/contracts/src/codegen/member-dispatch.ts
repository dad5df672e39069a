/**
 * Emits the statements in the loop over an object's members that declare the member and find its code by its name.
 * @param known the names that the schema lists, as literals, each with the code that validates its member
 * @param others the code that validates every other member
 */
export type MemberDispatch = (
  variables: LoopVariables,
  known: readonly (readonly [string, string])[],
  others: string,
) => string

/** Identifiers of the generated code: the object, the name and the value of the member, and a number that starts at 0. */
interface LoopVariables {
  readonly value: string
  readonly name: string
  readonly member: string
  readonly next: string
}

/**
 * Compares each name with the known ones from first to last. V8 reads `value[name]` by the loop's own variable from the
 * enum cache, which is fast for objects of any shape.
 */
export const fromFirst: MemberDispatch = ({ value, name, member }, known, others) =>
  `const ${member} = ${value}[${name}];` +
  known.map(([literal, code]) => `if (${name} === ${literal}) {${code}} else `).join('') +
  `{${others}}`

/**
 * Compares each name first with the one that follows the previous member in the schema. Reads the member by its literal
 * name, through an inline cache, which is fastest for objects of up to four shapes and slow for more.
 */
export const fromPrevious: MemberDispatch = ({ value, name, member, next }, known, others) => {
  const cases = known.map(
    ([literal, code], index) =>
      `case ${index}: if (${name} === ${literal}) {const ${member} = ${value}[${literal}];${code}${next} = ${index + 1};break}`,
  )
  const at = `${next}At`
  return (
    `for (let ${at} = ${next};;) {switch (${at}) {${cases.join('')}` +
    `default: if (${next} > 0) {${at} = ${next} = 0;continue}` +
    `const ${member} = ${value}[${name}];${others}}break}`
  )
}
