import { type RawBuilder, sql } from 'kysely'

/**
 * SQL of the name that people read: the display name of the user, otherwise the user name that was recorded. Both arguments are columns.
 * The user is found by its primary key, so a list needs no further query. What the open API did is recorded under the name API.
 */
export const personName = (uid: string, username: string) =>
  `coalesce((select nullif(person.name, '') from "user" person where person.uid = ${uid} and person.username = ${username}),
    ${username})`

/** The same for the proposer of an accepted suggestion, of whom a page and its revisions record the user name only. */
export const proposerName = (suggestion_id: string, username: string) =>
  `coalesce((select nullif(person.name, '') from suggestion proposed join "user" person on person.uid = proposed.uid
    where proposed.suggestion_id = ${suggestion_id}), ${username})`

/** A text of SQL as a column of a query. */
export const nameColumn = (text: string): RawBuilder<string> => sql<string>`${sql.raw(text)}`
