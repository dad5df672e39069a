import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Creates the two tables. The ranks are generated columns, so they cannot disagree with the text that they rank. A missing
 * due date has a rank too, by which it is last in both directions.
 */
export const projectsAndTasks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table if not exists projects (
        id uuid not null primary key,
        name text not null check (char_length(name) between 1 and 120),
        description text check (char_length(description) <= 2000),
        status text not null check (status in ('ACTIVE', 'ARCHIVED')),
        status_rank smallint not null generated always as (case status when 'ACTIVE' then 0 else 1 end) stored,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      )`.execute(db)
    await sql`
      create table if not exists tasks (
        id uuid not null primary key,
        project_id uuid not null references projects (id) on delete cascade,
        title text not null check (char_length(title) between 1 and 200),
        description text check (char_length(description) <= 2000),
        status text not null check (status in ('TODO', 'IN_PROGRESS', 'DONE')),
        status_rank smallint not null generated always as (
          case status when 'TODO' then 0 when 'IN_PROGRESS' then 1 else 2 end
        ) stored,
        priority text not null check (priority in ('LOW', 'MEDIUM', 'HIGH')),
        priority_rank smallint not null generated always as (
          case priority when 'LOW' then 0 when 'MEDIUM' then 1 else 2 end
        ) stored,
        due_date date,
        due_date_missing smallint not null generated always as (case when due_date is null then 1 else 0 end) stored,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      )`.execute(db)
  },
}
