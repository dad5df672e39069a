import type { Kysely } from 'kysely'

import type { Database } from '../db/schema.ts'
import type { operations } from '../openapi/types.ts'
import type { ExpectedVersions } from '../domain/version.ts'

export type OperationId = keyof operations

/** The request of an operation, after validation against the description. */
export interface HandlerInput<Id extends OperationId> {
  path: PathOf<operations[Id]>
  query: QueryOf<operations[Id]>
  body: BodyOf<operations[Id]>
  /** The versions that may be written to; absent: any that is there. */
  expected?: ExpectedVersions | undefined
}

/** What an operation answers; `version` is that of a single resource, and `location` the path of what was created. */
export type HandlerResponse<Id extends OperationId> =
  | { status: 200; body: ResponseBody<operations[Id], 200>; version?: string }
  | { status: 201; body: ResponseBody<operations[Id], 201>; version: string; location: string }
  | { status: 204 }

export type Handler<Id extends OperationId> = (
  db: Kysely<Database>,
  input: HandlerInput<Id>,
) => Promise<HandlerResponse<Id>>

/** One handler for each operation of the description. */
export type Handlers = { [Id in OperationId]: Handler<Id> }

type PathOf<Operation> = Operation extends { parameters: { path: infer Path } } ? Path : unknown

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? OrUnknown<NonNullable<Query>>
  : unknown

/** The generator writes `never` for what an operation does not have; nobody could pass that. */
type OrUnknown<T> = [T] extends [never] ? unknown : T

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : undefined

type ResponseBody<Operation, Status extends number> = Operation extends {
  responses: Record<Status, { content: { 'application/json': infer Body } }>
}
  ? Body
  : never
