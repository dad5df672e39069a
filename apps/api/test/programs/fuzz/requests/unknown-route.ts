import { methodsOf } from '../operations.ts'
import type { UnknownRoute } from '../steps/step.ts'
import { messageOf } from './message.ts'
import type { UnknownRouteRequest } from './request.ts'
import { ABSENT_ID } from './request-values.ts'

/** Undefined if the path has the method. */
export function unknownRouteOf({
  method,
  path,
  change,
  segment,
}: UnknownRoute): UnknownRouteRequest | undefined {
  const target = changedPath(path.replaceAll(/\{\w+\}/g, ABSENT_ID), change, segment)
  const own = change === undefined ? methodsOf(path) : undefined
  const allowed = own && [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
  if (method !== 'OPTIONS' && allowed?.includes(method)) return undefined
  return { kind: 'unknown route', method, target, bytes: messageOf(method, target, []), allowed }
}

function changedPath(path: string, change: string | undefined, segment: string): string {
  switch (change) {
    case 'slash':
      return `${path}/`
    case 'double slash':
      return path.replace('/v1/', '/v1//')
    case 'upper case':
      return path.toUpperCase()
    case 'prefix':
      return path.replace('/api', '')
    case 'version':
      return path.replace('/v1', '/v2')
    case 'more':
      return `${path}/x/y`
    case 'less':
      return path.replace(/s(?=\/|$)/, '')
    case 'dots':
      return `${path}/../projects`
    case 'hostile':
      return `/${segment}`
    default:
      return path
  }
}
