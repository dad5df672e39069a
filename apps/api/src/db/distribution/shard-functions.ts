import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * Functions for the most frequent writes to distributed tables. Citus sends a call to the node with the shard, and plans
 * each of its statements as one on a single shard; a statement with several CTEs takes four times as long.
 *
 * They return no row if they write nothing: the statement that they replace then finds the reason. The clock is read
 * outside the statements, because Citus plans those with volatile functions again.
 */
const FUNCTIONS: Record<string, { parameters: string; body: RawBuilder<unknown> }> = {
  create_task_on_shard: {
    parameters: `of_bucket smallint, of_project uuid, writable text[], new_id uuid, new_status text, new_title text,
      new_description text, new_priority text, new_due_date date`,
    body: sql`
      declare
        parent_status text;
        locked_at timestamptz(3);
      begin
        select status into parent_status from projects where bucket = of_bucket and id = of_project for share;
        if parent_status = any(writable) then
          locked_at := clock_timestamp();
          return query
            insert into tasks as task (
              id, bucket, project_id, status, title, description, priority, due_date, created_at, updated_at
            ) values (
              new_id, of_bucket, of_project, new_status, new_title, new_description, new_priority, new_due_date,
              locked_at, locked_at
            ) returning *;
        end if;
      end`,
  },
  set_task_status_on_shard: {
    parameters: `of_bucket smallint, of_id uuid, writable text[], new_status text, sources text[], versions bigint[],
      version_check text`,
    body: sql`
      declare
        parent uuid;
        parent_status text;
        locked_at timestamptz(3);
        locked_ms bigint;
      begin
        select project_id into parent from tasks where bucket = of_bucket and id = of_id;
        select status into parent_status from projects where bucket = of_bucket and id = parent for share;
        if parent_status = any(writable) then
          locked_at := clock_timestamp();
          locked_ms := extract(epoch from locked_at) * 1000;
          return query
            update tasks set
              status = new_status,
              updated_at = case when status = new_status then updated_at else greatest(updated_at, locked_at) end,
              version = case when status = new_status then version else greatest(version + 1, locked_ms) end
            where bucket = of_bucket and id = of_id and project_id = parent and status = any(sources)
              and (version_check <> 'in list' or version = any(versions))
              and (version_check <> 'not in list' or version <> all(versions))
            returning *;
        end if;
      end`,
  },
}

/** Creates the functions on all nodes. The bucket, their first parameter, leads to the shard. */
export async function createShardFunctions(db: Kysely<unknown>): Promise<void> {
  for (const [name, { parameters, body }] of Object.entries(FUNCTIONS)) {
    await sql`
      create or replace function ${sql.id(name)}(${sql.raw(parameters)})
      returns setof tasks language plpgsql as $function$ ${body} $function$`.execute(db)
    const procedure = sql`cast(cast(${name} as regproc) as regprocedure)`
    await sql`select create_distributed_function(${procedure}, 'of_bucket', colocate_with => 'tasks')`.execute(
      db,
    )
  }
}
