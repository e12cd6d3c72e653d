import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FreshDatabase, freshDatabase } from '../test/database.ts'
import { schemaText } from './db-schema.ts'

let database: FreshDatabase
before(async () => {
  database = await freshDatabase({ max: 1, isEmpty: true })
})
after(() => database.close())

test('writes a table with its columns, constraints, indexes, and triggers, and a function with its head', async () => {
  await database.pool.query(`
    create table part (id uuid primary key, thing_id int not null, at timestamptz default now());
    create table thing (id int generated always as identity primary key, name text not null check (name <> ''),
      twice text generated always as (name || name) stored);
    alter table part add constraint part_thing foreign key (thing_id) references thing (id);
    create index part_recent on part (at desc) where at is not null;
    create function refuse() returns trigger language plpgsql as 'begin return null; end';
    create trigger part_stays before delete on part for each row execute function refuse();
    create view named as select name from thing;
    create table migration (name text)`)
  assert.equal(
    await schemaText(database.pool),
    `create table part (
  id uuid not null,
  thing_id integer not null,
  at timestamptz default now(),
  constraint part_pkey PRIMARY KEY (id),
  constraint part_thing FOREIGN KEY (thing_id) REFERENCES thing(id)
);
CREATE INDEX part_recent ON part USING btree (at DESC) WHERE at IS NOT NULL;
CREATE TRIGGER part_stays BEFORE DELETE ON part FOR EACH ROW EXECUTE FUNCTION refuse();

create table thing (
  id integer generated always as identity not null,
  name text not null,
  twice text generated always as (name || name) stored,
  constraint thing_pkey PRIMARY KEY (id),
  constraint thing_name_check CHECK (name <> ''::text)
);

create view named as
 SELECT name
   FROM thing;

-- function refuse() returns trigger language plpgsql
`,
  )
})

test('names an unsupported object instead of leaving it out', async () => {
  await database.pool.query(`create type mood as enum ('good', 'bad')`)
  await assert.rejects(
    schemaText(database.pool),
    /mood is a type of kind e, which scripts\/db-schema\.ts does not write/,
  )
})
