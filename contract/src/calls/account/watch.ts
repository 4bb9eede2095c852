import * as z from 'zod'
import { read, write } from '../../call.ts'
import { clamped, countOrNone, date, digits, id, idOr0, json, jsonOrNone, nothing, text, textOrNone } from '../../fields.ts'
import { LIST_PAGES_MAX, NAME_MAX, WATCH_TOKEN_MAX } from '../../limits.ts'
import { SelectedLines } from '../tree.ts'

/** What can be watched. A catalog and an item include all that is below them. */
const kinds = z.enum(['thread', 'page', 'catalog', 'item'])
export type WatchKind = z.output<typeof kinds>

/** `all`: changes and comments. `changes`: changes. `muted`: neither; a mention of the person is still listed, without mail. */
const levels = z.enum(['all', 'changes', 'muted'])
export type WatchLevel = z.output<typeof levels>

/**
 * Why something is watched: the person chose it (`own`), a manager chose it for a team of the person (`team`), the person made the page
 * (`made`), wrote in the thread (`wrote`) or was mentioned in it (`named`), is responsible there, alone or as a member of a team
 * (`steward`), or it came from ShowDoc (`showdoc`).
 */
const sources = z.enum(['own', 'team', 'made', 'wrote', 'named', 'steward', 'showdoc'])

/** What counts for the person at one place: the nearest of thread, page, catalogs and item. */
const State = z.object({
  /** `none`: not watched. */
  level: z.enum(['all', 'changes', 'muted', 'none']),
  source: z.enum(['', ...sources.options]),
  /** Where that level is set; "" and 0 when it is not watched. */
  from_kind: z.enum(['', ...kinds.options]),
  from_id: digits,
  /** The name of the page, catalog or item where it is set, and the team that watches; "" when it is set at the place itself. */
  from_name: z.string(),
  team_name: z.string(),
  /** The level set at the place itself by the person, `none` without one. */
  own_level: z.enum(['all', 'changes', 'muted', 'none']),
  /** How many people watch it, muted ones left out. null for those who may not know. */
  watchers: z.union([digits, z.null()]),
})
export type WatchState = z.output<typeof State>

const Watched = z.object({
  kind: kinds,
  subject_id: digits,
  /** The title of the page, the name of the catalog or item, or the first words that the thread is about. */
  name: z.string(),
  item_id: digits,
  item_name: z.string(),
  /** Of a page or a thread; 0 otherwise. */
  page_id: digits,
  page_title: z.string(),
  level: levels,
  source: sources,
  /** The team through which it is watched, or 0 and "". */
  team_id: digits,
  team_name: z.string(),
  addtime: digits,
})
export type Watched = z.output<typeof Watched>

const OfTeam = z.object({
  /** 0: the whole item. */
  cat_id: digits,
  cat_name: z.string(),
  team_id: digits,
  team_name: z.string(),
  members: digits,
  level: z.enum(['all', 'changes']),
})
export type TeamWatch = z.output<typeof OfTeam>

/** When mail about a group of events is sent. */
const times = z.enum(['none', 'soon', 'daily', 'weekly'])
const groups = z.enum(['to_me', 'watched', 'due', 'feedback'])
export type NewsGroup = z.output<typeof groups>

/** `list`: whether events of the group are in the list of notices; always true for `to_me`. */
const Row = z.strictObject({ list: z.boolean(), mail: times })
const rows = z.strictObject({ to_me: Row, watched: Row, due: Row, feedback: Row })

const hour = z.coerce.number().int().min(0).max(23)
/** 1 Monday to 7 Sunday. */
const day = z.coerce.number().int().min(1).max(7)
/** Hours of the person's zone; `from` equal to `to` means none. `days` are quiet as a whole. */
const quiet = z.strictObject({ from: hour, to: hour, days: z.array(day).max(7) })

const Settings = z.object({
  rows,
  quiet,
  digest_hour: digits,
  digest_day: digits,
  /** An IANA name, e.g. Asia/Shanghai; "" until the browser has reported one. Mail follows UTC then. */
  zone: z.string(),
  language: z.string(),
  /** Why no mail is sent: the server has no SMTP_URL, the account has no address, the address is not verified, or mail came back three times. */
  mail: z.enum(['ok', 'off', 'no_address', 'unverified', 'bounced']),
  email: z.string(),
  /** Mails about news sent today, digests included, and the most that are sent in a day. */
  sent_today: digits,
  day_max: digits,
})
export type WatchSettings = z.output<typeof Settings>

const Scope = z.object({
  /** What the link ends: mail about one subject, about a group of events, or all mail but about the security of the account. */
  scope: z.enum(['subject', 'group', 'all']),
  group: z.enum(['', ...groups.options]),
  kind: z.enum(['', ...kinds.options]),
  /** The address with most of its characters replaced, e.g. e***@example.com. */
  address: z.string(),
})
export type UnsubscribeScope = z.output<typeof Scope>

/** Sheaf only: what a person watches, and when they get mail about it. */
export const watch = {
  /** What counts for the caller at one place. */
  info: read('user', { kind: text(20), subject_id: id }, State),
  /** level `none` removes the own setting. */
  set: write('user', { kind: text(20), subject_id: id, level: text(20) }, State),
  /** The same for selected catalogs and pages of an item: for all of them, or for none. */
  setMany: write('user', { item_id: id, lines: json(SelectedLines), level: text(20) }, z.object({ subjects: digits })),
  /**
   * What the caller watches, latest first, with the reason. Of what follows from making pages and writing in threads, the 200 newest;
   * `find` looks through all names. `automatic` counts these pages and threads.
   */
  getList: read(
    'user',
    { page: clamped(LIST_PAGES_MAX), count: clamped(100), find: text(NAME_MAX) },
    z.object({ list: z.array(Watched), total: digits, automatic: digits }),
  ),
  /** The teams that watch an item or its catalogs, for its managers. */
  teams: read('user', { item_id: id }, z.array(OfTeam)),
  /** A manager lets a team of the item watch it (cat_id 0) or a catalog. level `none` ends it. Its members can mute it. */
  ofTeam: write('user', { item_id: id, cat_id: idOr0, team_id: id, level: text(20) }, z.array(OfTeam)),
  /** Who watches a place, for managers of the item; at most 500, by name. */
  people: read(
    'user',
    { kind: text(20), subject_id: id },
    z.array(z.object({ uid: digits, username: z.string(), name: z.string(), level: levels, source: sources })),
  ),
  settings: read('user', {}, Settings),
  /** Absent fields keep their value. */
  saveSettings: write(
    'user',
    {
      rows: jsonOrNone(rows.partial()),
      quiet: jsonOrNone(quiet),
      digest_hour: countOrNone,
      digest_day: countOrNone,
      zone: textOrNone(60),
      language: textOrNone(20),
    },
    Settings,
  ),
  /** Sends the digest of now to the own address. `lines` is 0 without news; the mail then states that there is none. */
  preview: write('user', {}, z.object({ lines: digits, email: z.string() })),
  /** What the link of a mail ends. It names no page, item or person. */
  unsubscribeInfo: read('visitor', { token: text(WATCH_TOKEN_MAX) }, Scope),
  /** Ends it; `undo` takes that back with the same link. Only ever about mail. */
  unsubscribe: write('visitor', { token: text(WATCH_TOKEN_MAX), undo: idOr0 }, Scope),
}

const number = z.number()

/** Subscriptions as ShowDoc 3.9 has them (W40), also at `subscription/…`: numbers are numbers. */
export const subscription = {
  /** Who watches changes of a page by a setting for it, the oldest first. */
  getPageList: read(
    'user',
    { page_id: id },
    z.array(
      z.object({
        id: number,
        uid: number,
        object_id: number,
        object_type: z.literal('page'),
        action_type: z.literal('update'),
        /** `YYYY-MM-DD HH:MM:SS` in the site's time zone. */
        sub_time: date,
        username: z.string(),
        name: z.string(),
      }),
    ),
  ),
  /** `uids`, separated by commas, are made to watch; those who cannot read the page, and those who muted it, are left out. */
  savePage: write('user', { page_id: id, uids: text(4000) }, nothing),
  deletePage: write('user', { page_id: id, uids: text(4000) }, nothing),
}
