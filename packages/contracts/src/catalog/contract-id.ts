/** Files with this extension in a schema directory are contracts. */
export const CONTRACT_FILE_EXTENSION = '.schema.json'

/** `<noun>.v<major>`, in lower case. */
const CONTRACT_ID = /^(?<noun>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)\.v(?<major>[1-9]\d*)$/

export const contractIdOf = (fileName: string): string => fileName.slice(0, -CONTRACT_FILE_EXTENSION.length)

export const contractFileName = (id: string): string => id + CONTRACT_FILE_EXTENSION

/** Whether a value has the form of a contract id, as `finding.v1`. The contract need not exist. */
export const isContractId = (value: unknown): value is string =>
  typeof value === 'string' && CONTRACT_ID.test(value)

/** The parts of a contract id; undefined if the text does not have its form. */
export function parseContractId(id: string): { readonly noun: string; readonly major: number } | undefined {
  const { noun, major } = CONTRACT_ID.exec(id)?.groups ?? {}
  return noun === undefined ? undefined : { noun, major: Number(major) }
}
