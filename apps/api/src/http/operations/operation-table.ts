import type { RequestHandler } from 'express'

import type { Operation } from '../../openapi/operations.ts'

/** What is known after some segments of a path: the segments that can follow, and the operations that end here. */
class Node {
  readonly literals = new Map<string, Node>()
  parameter: Node | undefined
  readonly routes = new Map<string, Route>()
}

interface Route {
  /** As in `request.route` of Express. */
  path: string
  parameterNames: readonly string[]
  handler: RequestHandler
}

/** A path that is the same for Express after decoding and normalization. */
const SIMPLE_PATH = /^(?:\/[\w-]+)+$/
const PARAMETER = /^\{(\w+)\}$/

/**
 * Finds the operation of a request by its method and path, in a time that does not depend on the number of operations:
 * Express tries one route after the other. All other requests are passed on: HEAD, OPTIONS, paths with encoded characters.
 */
export class OperationTable {
  readonly #root = new Node()

  add({ method, path }: Operation, handler: RequestHandler): void {
    const segments = path.split('/').slice(1)
    const parameterNames: string[] = []
    let node = this.#root
    for (const segment of segments) {
      const [, name] = PARAMETER.exec(segment) ?? []
      if (name === undefined) {
        const next = node.literals.get(segment) ?? new Node()
        node.literals.set(segment, next)
        node = next
      } else {
        parameterNames.push(name)
        node = node.parameter ??= new Node()
      }
    }
    node.routes.set(method.toUpperCase(), { path: expressPath(path), parameterNames, handler })
  }

  readonly handler: RequestHandler = (request, response, next) => {
    const { url } = request
    const end = url.indexOf('?')
    const path = end === -1 ? url : url.slice(0, end)
    if (!SIMPLE_PATH.test(path)) {
      next()
      return
    }
    const values: string[] = []
    const route = this.#find(path.split('/'), values)?.routes.get(request.method)
    if (route === undefined) {
      next()
      return
    }
    const params: Record<string, string> = {}
    for (const [index, name] of route.parameterNames.entries()) params[name] = values[index] ?? ''
    request.params = params
    request.route = route
    return route.handler(request, response, next)
  }

  /** Appends the values of parameters to `values`. A literal segment takes precedence, as in OpenAPI. */
  #find(segments: readonly string[], values: string[]): Node | undefined {
    let node: Node | undefined = this.#root
    for (let i = 1; node !== undefined && i < segments.length; i++) {
      const segment = segments[i] ?? ''
      const literal = node.literals.get(segment)
      if (literal === undefined) values.push(segment)
      node = literal ?? node.parameter
    }
    return node
  }
}

/** The path template of an operation as a route of Express: `/tasks/:id`. */
export const expressPath = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1')
