/** Files with this extension in a schema directory are contracts. */
export const CONTRACT_FILE_EXTENSION = '.schema.json'

/** `<noun>.v<major>`, in lower case. */
const CONTRACT_ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.v[1-9]\d*$/

export const contractIdOf = (fileName: string): string => fileName.slice(0, -CONTRACT_FILE_EXTENSION.length)

export const contractFileName = (id: string): string => id + CONTRACT_FILE_EXTENSION

export const isContractId = (id: string): boolean => CONTRACT_ID.test(id)
