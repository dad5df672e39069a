import { segments } from '@workbench/json-text'
import type { Verdict } from '../messages/violation.ts'

/** Standard Schema version 1, the interface by which other libraries call a validator: https://standardschema.dev */
export interface StandardSchema<T> {
  readonly version: 1
  readonly vendor: 'workbench'
  readonly validate: (value: unknown) => StandardResult<T>
  readonly types?: { readonly input: T; readonly output: T } | undefined
}

export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[] }

export const standardSchema = <T>(validate: (value: unknown) => Verdict): StandardSchema<T> => ({
  version: 1,
  vendor: 'workbench',
  validate: (value) => {
    const verdict = validate(value)
    return verdict.valid
      ? { value: value as T }
      : { issues: verdict.violations.map(({ message, path }) => ({ message, path: segments(path) })) }
  },
})
