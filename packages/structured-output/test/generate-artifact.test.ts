import { findingV1, planV1 } from '@workbench/contracts/builtin'
import { formatViolations } from '@workbench/contracts'

import {
  type Attempt,
  fromModelOutput,
  generateArtifact,
  type GenerateInput,
  InvalidOutputError,
} from '../src/index.ts'

const options = { omit: ['schema', 'producedBy'], set: { producedBy: 'reviewer' } }

const finding = {
  id: 'F-1',
  severity: 'high',
  title: 'A retry creates a second order',
  summary: 'The key of a request is not stored.',
  failureScenario: 'A client retries after a timeout.',
  confidence: 'high',
}
const { summary: _, ...broken } = finding

/** A model that writes these outputs, and what it was called with. */
function modelOf(...outputs: readonly unknown[]) {
  const calls: GenerateInput[] = []
  const generate = (input: GenerateInput): Promise<unknown> => {
    calls.push(input)
    return Promise.resolve(outputs[calls.length - 1])
  }
  return { calls, generate }
}

describe('generateArtifact()', () => {
  it('returns the first valid artifact', async () => {
    const { calls, generate } = modelOf(JSON.stringify(finding))
    expect(await generateArtifact(findingV1, generate, options)).toEqual({
      artifact: { schema: 'finding.v1', producedBy: 'reviewer', ...finding },
      attempts: 1,
    })
    expect(calls).toMatchObject([{ feedback: undefined, previous: undefined, attempt: 1 }])
    expect(calls[0]?.schema.required).toContain('summary')
  })

  it('calls the model again with the violations and its output', async () => {
    const { calls, generate } = modelOf(broken, finding)
    const attempts: Attempt[] = []
    const result = await generateArtifact(findingV1, generate, {
      ...options,
      onAttempt: (attempt) => attempts.push(attempt),
    })
    const { verdict } = fromModelOutput(findingV1, broken, options)
    expect(result.attempts).toBe(2)
    expect(calls[1]).toMatchObject({
      feedback: verdict.valid ? '' : formatViolations(verdict.violations),
      previous: broken,
      attempt: 2,
    })
    expect(attempts).toEqual([
      { attempt: 1, output: broken, verdict },
      { attempt: 2, output: finding, verdict: { valid: true } },
    ])
  })

  it('applies the fixes of violations without another call', async () => {
    const { calls, generate } = modelOf({ ...finding, severity: 'High', effortHours: '4' })
    const { artifact } = await generateArtifact(findingV1, generate, options)
    expect([artifact.severity, artifact.effortHours, calls.length]).toEqual(['high', 4, 1])
  })

  it('feeds back a JSON text that cannot be parsed', async () => {
    const wave = { id: 'w1', tasks: [{ id: 't1', description: 'Store.', agent: 'developer' }] }
    const planWith = (gate: string) => ({ goal: 'Store once.', waves: [{ ...wave, gate }] })
    const { calls, generate } = modelOf(planWith('tests pass'), planWith('{"tests":"pass"}'))
    const { artifact } = await generateArtifact(planV1, generate, options)
    expect(calls[1]?.feedback).toContain('/waves/0/gate: Expected JSON as text')
    expect(artifact.waves[0]?.gate).toEqual({ tests: 'pass' })
  })

  it('throws the last verdict after the last attempt', async () => {
    const { calls, generate } = modelOf(broken, broken, finding)
    const error = await generateArtifact(findingV1, generate, { ...options, attempts: 2 }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(InvalidOutputError)
    expect(error).toMatchObject({
      attempts: 2,
      output: broken,
      verdict: { violations: [{ path: '/summary' }] },
    })
    expect((error as Error).message).toMatch(
      /^The output of the model is invalid after 2 attempts:\n\/summary/,
    )
    expect(calls).toHaveLength(2)
  })

  it('stops when the signal is aborted', async () => {
    const controller = new AbortController()
    const { calls, generate } = modelOf(broken, finding)
    const stopped = generateArtifact(findingV1, generate, {
      ...options,
      signal: controller.signal,
      onAttempt: () => controller.abort(new Error('stopped')),
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(calls.map(({ signal }) => signal)).toEqual([controller.signal])
  })

  it('throws what the model throws', async () => {
    const failed = generateArtifact(findingV1, () => Promise.reject(new Error('overloaded')), options)
    await expect(failed).rejects.toThrow('overloaded')
  })

  it.each([0, 1.5])('rejects %d attempts', async (attempts) => {
    await expect(generateArtifact(findingV1, () => finding, { attempts })).rejects.toThrow(RangeError)
  })
})
