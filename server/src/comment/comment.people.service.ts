import type { Ctx } from '../context.ts'
import type { PagePlace } from './comment.access.ts'
import { readersAmong } from './comment.mention.service.ts'
import { peopleNear, personNamed, teamsOfItem } from './people.store.ts'

const SHOWN_MAX = 10
/** Rows that are read, because some of the people cannot read the page. */
const FOUND_MAX = 30

/**
 * Who can be mentioned on a page, by the beginning of a name: for members the people and teams of the item, for other readers those who
 * commented there. By their whole user name, everyone who can read the page.
 */
export async function peopleFor(ctx: Ctx<'user'>, place: PagePlace, text: string) {
  const { item, isMember } = place.rights
  const { page_id } = place.page
  const typed = text.trim()
  const near = await peopleNear(ctx.db, { page_id, ...(isMember ? { item_id: item.item_id, owner: item.uid } : {}) }, typed, FOUND_MAX)
  const exact = typed === '' || near.some(({ username }) => username === typed) ? undefined : await personNamed(ctx.db, typed)
  const found = exact ? [exact, ...near] : near
  const readers = new Set(
    await readersAmong(
      ctx,
      place,
      found.map(({ uid }) => uid),
    ),
  )
  const teams = isMember ? await teamsOfItem(ctx.db, item.item_id) : []
  const isNear = ({ team_name }: { team_name: string }) => team_name.toLowerCase().startsWith(typed.toLowerCase())
  return { people: found.filter(({ uid }) => readers.has(uid)).slice(0, SHOWN_MAX), teams: teams.filter(isNear).slice(0, SHOWN_MAX) }
}
