import { countErrors } from './count-errors.js'

/** The built library of this repository. @type {import('./types.d.ts').Peer} */
export async function workbench({ directory }) {
  const { openContracts } = await import('@workbench/contracts')
  const contracts = openContracts({ directory })
  return Object.fromEntries(
    contracts.ids.map((id) => {
      const { is, validate, validateText } = contracts.get(id)
      return [id, { is, text: validateText, all: { validate, read: readViolations } }]
    }),
  )
}

/** @param {unknown} result */
function readViolations(result) {
  const { violations } = /** @type {Partial<import('@workbench/contracts').Invalid>} */ (result)
  return countErrors(
    violations,
    ({ path }) => path,
    ({ message }) => message,
  )
}
