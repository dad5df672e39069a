/** Every file of this ending in a schema directory is, or means to be, a contract. */
export const ENDING = '.schema.json'

/** A contract id: `<noun>.v<major>`, as the versioning rules of the contracts ask. */
const CONTRACT_ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.v[1-9]\d*$/

export const idOf = (file: string): string => file.slice(0, -ENDING.length)

export const fileOf = (id: string): string => id + ENDING

export const isContractId = (id: string): boolean => CONTRACT_ID.test(id)
