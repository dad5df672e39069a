import { read } from './read.js'

/** This repository's library, as it is built. @type {import('./types.d.ts').Peer} */
export async function workbench({ directory }) {
  const { openContracts } = await import('@workbench/contracts')
  const contracts = openContracts({ directory })
  return Object.fromEntries(
    contracts.ids.map((id) => {
      const { is, validate } = contracts.get(id)
      return [id, { is, all: { validate, read: readVerdict } }]
    }),
  )
}

/** @param {unknown} verdict */
function readVerdict(verdict) {
  const { violations } = /** @type {Partial<import('@workbench/contracts').Invalid>} */ (verdict)
  return read(
    violations,
    ({ path }) => path,
    ({ message }) => message,
  )
}
