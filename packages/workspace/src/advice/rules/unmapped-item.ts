import { rule } from '../rule.ts'

/** A value of a tracker that fits no allowed value is `unmapped`, and kept in the native member. */
export const unmappedItem = rule('unmapped-without-native', 'tracker-item.v1', (item) =>
  (
    [
      ['type', 'nativeType'],
      ['state', 'nativeState'],
    ] as const
  )
    .filter(([name, native]) => item[name] === 'unmapped' && (item[native] ?? '').trim() === '')
    .map(([name, native]) => ({
      path: `/${name}`,
      message: `${name} is "unmapped", so ${native} must keep the value of the provider`,
    })),
)
