import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * Functions for the most frequent writes to distributed tables. Citus executes a call on the node with the shard, and plans
 * each of its statements as one on a single shard; a statement with several CTEs takes four times as long, and
 * `insert … select` needs all nodes.
 *
 * They return what the statements that they replace do. The clock is read outside the statements, because Citus plans
 * those with volatile functions again.
 */
const FUNCTIONS: Record<string, { parameters: string; body: RawBuilder<unknown> }> = {
  create_tasks_on_shard: {
    parameters: 'of_bucket smallint, of_project uuid, writable text[], new_status text, drafts jsonb',
    body: sql`
      declare
        draft record;
        locked_at timestamptz(3);
      begin
        select id, status into parent_id, parent_status from projects
        where bucket = of_bucket and id = of_project for share;
        if parent_status = any(writable) then
          locked_at := clock_timestamp();
          for draft in
            select * from jsonb_to_recordset(drafts)
              as draft (id uuid, title text, description text, priority text, "dueDate" date)
          loop
            insert into tasks (
              id, bucket, project_id, status, title, description, priority, due_date, created_at, updated_at
            ) values (
              draft.id, of_bucket, of_project, new_status, draft.title, draft.description, draft.priority,
              draft."dueDate", locked_at, locked_at
            ) returning * into written;
            return next;
          end loop;
        elsif parent_id is not null then
          return next;
        end if;
      end`,
  },
  set_task_status_on_shard: {
    parameters: `of_bucket smallint, of_id uuid, writable text[], new_status text, sources text[], versions bigint[],
      version_check text`,
    body: sql`
      declare
        locked_at timestamptz(3);
        locked_ms bigint;
      begin
        select project_id into parent_id from tasks where bucket = of_bucket and id = of_id;
        select status into parent_status from projects where bucket = of_bucket and id = parent_id for share;
        if parent_status is null then
          return;
        end if;
        select status, version into previous_status, previous_version from tasks
        where bucket = of_bucket and id = of_id and project_id = parent_id for update;
        if parent_status = any(writable) and previous_status = any(sources)
          and (version_check <> 'in list' or previous_version = any(versions))
          and (version_check <> 'not in list' or previous_version <> all(versions))
        then
          locked_at := clock_timestamp();
          locked_ms := extract(epoch from locked_at) * 1000;
          update tasks set
            status = new_status,
            updated_at = case when status = new_status then updated_at else greatest(updated_at, locked_at) end,
            version = case when status = new_status then version else greatest(version + 1, locked_ms) end
          where bucket = of_bucket and id = of_id returning * into written;
        end if;
        return next;
      end`,
  },
}

/** The columns that the statements of tasks return. */
const RESULT = sql`
  table (parent_id uuid, parent_status text, previous_status text, previous_version bigint, written tasks)`

/** Creates the functions on all nodes. The bucket, their first parameter, leads to the shard. */
export async function createShardFunctions(db: Kysely<unknown>): Promise<void> {
  for (const [name, { parameters, body }] of Object.entries(FUNCTIONS)) {
    // Another version may have given it other parameters.
    await sql`drop function if exists ${sql.id(name)}`.execute(db)
    await sql`
      create function ${sql.id(name)}(${sql.raw(parameters)})
      returns ${RESULT} language plpgsql as $function$ ${body} $function$`.execute(db)
    const procedure = sql`cast(cast(${name} as regproc) as regprocedure)`
    await sql`select create_distributed_function(${procedure}, 'of_bucket', colocate_with => 'tasks')`.execute(
      db,
    )
  }
}
