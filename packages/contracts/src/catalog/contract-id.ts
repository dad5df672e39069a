/** Every file of this ending in a schema directory is, or means to be, a contract. */
export const CONTRACT_FILE_EXTENSION = '.schema.json'

/** A contract id: `<noun>.v<major>`, as the versioning rules of the contracts ask. */
const CONTRACT_ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.v[1-9]\d*$/

export const contractIdOf = (file: string): string => file.slice(0, -CONTRACT_FILE_EXTENSION.length)

export const contractFileName = (id: string): string => id + CONTRACT_FILE_EXTENSION

export const isContractId = (id: string): boolean => CONTRACT_ID.test(id)
