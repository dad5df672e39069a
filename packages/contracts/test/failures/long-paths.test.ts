import { compileSchema, openContracts } from '@workbench/contracts'

const LONG_NAME = 'n'.repeat(2 ** 20)

/** The length of the paths of the violations, and the number of violations with those that are not listed. */
function measure(verdict: ReturnType<ReturnType<typeof compileSchema>['validate']>) {
  const { violations, more } = verdict.valid ? { violations: [] } : verdict
  const length = violations.reduce((sum, { path }) => sum + path.length, 0)
  return { length, listed: violations.length, count: violations.length + (more ?? 0) }
}

describe('A verdict on an artifact with a long member name that is in the path of 900 violations', () => {
  it('lists one duplicate member, and counts the others', () => {
    const duplicates = Array.from({ length: 901 }, () => '"a":1').join()
    const verdict = openContracts().get('finding.v1').validateText(`{"${LONG_NAME}":{${duplicates}}}`)
    const { length, listed, count } = measure(verdict)
    expect(length).toBeLessThan(2 * LONG_NAME.length)
    expect(listed).toBeGreaterThan(0)
    expect(count).toBeGreaterThanOrEqual(900)
  })

  it.each(['validate', 'validateText'] as const)('lists one invalid member with %s()', (method) => {
    const map = { additionalProperties: { items: { type: 'string' } } }
    const validator = compileSchema(map)
    const value = { [LONG_NAME]: Array(900).fill(1) }
    const verdict =
      method === 'validate' ? validator.validate(value) : validator.validateText(JSON.stringify(value))
    expect(measure(verdict)).toMatchObject({ listed: 1, count: 900 })
  })
})
