import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import SqliteDatabase from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { showdocMd5 } from '../../auth/password.ts'
import { aFile, aMember, anItem, aPage } from '../../test/given.ts'
import { command, folder, settingsOf } from '../../test/process/terminal.ts'
import { onEachDatabase, type TestUser } from '../../test/product.ts'
import { aFullPage } from '../../test/samples/full-page.ts'
import { realShowdoc } from '../../test/samples/showdoc-real.ts'
import { freshPlace, oldPlace } from './copies.ts'
import { tables } from './showdoc-database.ts'

const raw = 'a < b && "c" > \'d\' &lt; &amp;amp; 😀 中文\n\n| x | y |'
const stored = "a &lt; b &amp;&amp; &quot;c&quot; &gt; 'd' &amp;lt; &amp;amp;amp; 😀 中文\n\n| x | y |"

onEachDatabase('sheaf export-showdoc', (product) => {
  let alice: TestUser
  let [item_id, page_id, sign, dir] = ['', '', '', '']
  let result: Awaited<ReturnType<typeof command>>
  let database: SqliteDatabase.Database
  const all = (text: string) => database.prepare(text).all() as Record<string, unknown>[]

  beforeAll(async () => {
    alice = await product.user('alice')
    item_id = await anItem(alice, { item_name: 'A & B <x>', item_domain: 'shop', password: 'visit me', item_description: '"d"' })
    await aMember(product, item_id, await product.user('bob'))
    const page = await aFullPage(product, alice, item_id)
    page_id = await alice.api.page.save({ item_id, page_title: 'T & <t>', page_content: raw, cat_id: '0' }).then((saved) => saved.page_id)
    const long = `${'line of a long page\n'.repeat(900)}`
    for (const content of [`${long}${raw}`, `${long}${raw}!`, `${long}${raw}!!`, 'last'])
      await alice.api.page.save({ item_id, page_id, page_title: 'T & <t>', page_content: content })
    sign = await aFile(product, item_id, Buffer.from('bytes'), { owner: alice, page_id, name: '合照 & more.php.jpg' })
    const old = await aFile(product, item_id, Buffer.from('older'), { owner: alice, name: 'old.txt' })
    const { db } = product.server.services.store
    const { file_id } = await db.selectFrom('attachment').select('file_id').where('sign', '=', old).executeTakeFirstOrThrow()
    await db.insertInto('showdoc_file').values({ path: '2019-01-02/5c2b.txt', file_id }).execute()
    for (const [key, until] of [
      ['e', 4_000_000_000],
      ['f', 1],
    ] as const) {
      const ending = Number((await alice.api.page.save({ item_id, page_title: 'Ending', page_content: 'x' })).page_id)
      await db
        .insertInto('page_link')
        .values({ page_id: ending, unique_key: key.repeat(32), addtime: 1, until })
        .execute()
    }
    await alice.api.comment.saveSettings({ item_id, comment_from: '2', comment_see: '3' })
    const { thread } = await alice.api.comment.add({ page_id, content: `a < b @[${alice.username}](user:${alice.uid})` })
    await db.updateTable('thread').set({ kind: 'passage', quote: 'Two\nlines' }).where('thread_id', '=', Number(thread.thread_id)).execute()
    await alice.api.comment.add({ page_id, thread_id: thread.thread_id, content: 'Yes' })
    await alice.api.comment.add({ page_id: await aPage(alice, await anItem(alice)), content: 'For members' })
    await alice.api.feedback.saveSettings({ item_id, feedback_from: '2', feedback_show: '1' })
    await alice.api.feedback.give({ page_id, feedback_type: '2', note: 'A note' })
    const browsers = ['a', 'b'].map((client_hash) => ({ client_hash, feedback_type: 1, version: 1, addtime: 7 }))
    for (const row of browsers)
      await db
        .insertInto('page_feedback')
        .values({ page_id: Number(page_id), item_id: Number(item_id), ...row })
        .execute()
    await alice.api.watch.set({ kind: 'page', subject_id: page_id, level: 'all' })
    await alice.api.watch.set({ kind: 'item', subject_id: item_id, level: 'changes' })
    await alice.api.item.sort({ data: JSON.stringify({ [item_id]: 1 }), item_group_id: '0' })
    await alice.api.page.delete({ page_id: page.page_id })
    dir = join(folder(), 'showdoc')
    result = await command(['export-showdoc', dir, '--url', 'https://docs.example.com/'], settingsOf(product))
    database = new SqliteDatabase(join(dir, 'Sqlite', 'showdoc.db.php'), { readonly: true })
  })

  it('writes the whole folder, and reports what was written and what remains to be done', () => {
    expect(result.code).toBe(0)
    expect(result.out).toMatch(/^page +\d+$/m)
    expect(result.err).toMatch(/Sign in to ShowDoc as admin with the password [\da-f]{16}.*2 accounts are locked.*1 private items/s)
    expect(readdirSync(join(dir, '..'))).toEqual(['showdoc'])
    expect(statSync(join(dir, 'Sqlite')).mode & 0o777).toBe(0o700)
  })

  it('escapes every text as ShowDoc stores it', () => {
    const id = Number(item_id)
    expect(all(`select * from item where item_id = ${id}`)).toMatchObject([
      { item_name: 'A &amp; B &lt;x&gt;', item_description: '&quot;d&quot;', item_domain: 'shop', username: alice.username, is_del: 0 },
    ])
    expect(all(`select page_title, page_content from page where page_id = ${page_id}`)).toEqual([
      { page_title: 'T &amp; &lt;t&gt;', page_content: 'last' },
    ])
    expect(all('select item_sort_data from item_sort')).toEqual([{ item_sort_data: `{&quot;${id}&quot;:1}` }])
  })

  it('writes every page version, including those stored as differences', () => {
    const kept = all(`select page_content from page_history where page_id = ${page_id} order by page_history_id`).map((row) =>
      inflateSync(Buffer.from(String(row['page_content']), 'base64')).toString(),
    )
    expect(kept[0]).toBe(stored)
    expect(kept.slice(1).map((text) => text.slice(-stored.length - 2))).toEqual([
      expect.stringMatching(/\| x \| y \|$/),
      expect.stringMatching(/!$/),
      expect.stringMatching(/!!$/),
    ])
  })

  it('writes files to the paths in their rows', () => {
    const [file] = all(`select * from upload_file where sign = '${sign}'`)
    expect(file).toMatchObject({ page_id: Number(page_id), item_id: Number(item_id), file_size: '5', display_name: '合照 & more.php.jpg' })
    const [, place = ''] = String(file?.['real_url']).split('https://docs.example.com/server/../')
    expect(place).toBe(`Public/Uploads/1970-01-01/${sign}.jpg`)
    expect(readFileSync(join(dir, place), 'utf8')).toBe('bytes')
    expect(all(`select page_id, item_id from file_page where file_id = ${file?.['file_id']}`)).toEqual([
      { page_id: Number(page_id), item_id: Number(item_id) },
    ])
  })

  it('leaves out expired links, and reports links that will not expire in ShowDoc', () => {
    expect(all(`select unique_key from single_page where unique_key like 'eeee%' or unique_key like 'ffff%'`)).toEqual([
      { unique_key: 'e'.repeat(32) },
    ])
    expect(result.err).toContain('1 links to single pages have an end here')
  })

  it('writes voices as ShowDoc 3.9 has them, and reports those that it has no place for', () => {
    const place = { page_id: Number(page_id), item_id: Number(item_id) }
    expect(all('select * from page_feedback order by feedback_id')).toMatchObject([
      { ...place, uid: Number(alice.uid), client_id: null, feedback_type: 2 },
      { ...place, uid: 0, client_id: 'a', feedback_type: 1, addtime: 7 },
    ])
    expect(all(`select allow_feedback from item where item_id = ${item_id}`)).toEqual([{ allow_feedback: 1 }])
    expect(result.err).toContain('1 notes of readers and 1 voices of visitors')
  })

  it('writes watched pages as the subscriptions of ShowDoc 3.9', () => {
    expect(all('select * from subscription')).toEqual([
      {
        id: 1,
        uid: Number(alice.uid),
        object_id: Number(page_id),
        object_type: 'page',
        action_type: 'update',
        sub_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    ])
  })

  it('writes the comments that every reader sees, with the words that they are about', () => {
    const comments = all(`select * from page_comment where item_id = ${item_id} order by comment_id`)
    const first = Number(comments[0]?.['comment_id'])
    const by = { page_id: Number(page_id), uid: Number(alice.uid), username: alice.username, is_deleted: 0 }
    expect(comments).toMatchObject([
      { ...by, parent_id: 0, content: `&gt; Two lines\n\na &lt; b @${alice.username}` },
      { ...by, parent_id: first, content: 'Yes' },
    ])
    expect(all('select count(*) as n from page_comment')).toEqual([{ n: 2 }])
    expect(all(`select allow_comment from item where item_id = ${item_id}`)).toEqual([{ allow_comment: 1 }])
    expect(result.err).toContain('1 comments of items where only members comment')
  })

  it('writes files that came from ShowDoc to their old paths', () => {
    expect(readFileSync(join(dir, 'Public/Uploads/2019-01-02/5c2b.txt'), 'utf8')).toBe('older')
  })

  it('sets a new password for the administrator, and locks the other accounts', () => {
    const users = all('select username, password from user order by uid')
    const [, password = ''] = /password ([\da-f]{16})/.exec(result.err) ?? []
    expect(users.find((user) => user['username'] === 'admin')?.['password']).toBe(showdocMd5(password))
    expect(users.filter((user) => user['username'] !== 'admin').map((user) => user['password'])).toEqual(['*', '*'])
    expect(String(all(`select password from item where item_id = ${item_id}`)[0]?.['password'])).toMatch(/^[\da-f]{12}$/)
  })

  it('does not assign ids of deleted rows again', () => {
    const [{ seq } = { seq: 0 }] = all(`select seq from sqlite_sequence where name = 'page'`)
    expect(Number(seq)).toBeGreaterThanOrEqual(Number(page_id))
  })

  it('does not overwrite an existing folder, and leaves nothing behind when it fails', async () => {
    expect(await command(['export-showdoc', dir], settingsOf(product))).toMatchObject({
      code: 1,
      err: expect.stringContaining('there already'),
    })
    expect(await command(['export-showdoc'], settingsOf(product))).toMatchObject({ code: 2 })
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    expect(await command(['export-showdoc', join(file, 'below')], settingsOf(product))).toMatchObject({ code: 1 })
  })

  it('reports files that the store has lost, and writes the others', async () => {
    const { db } = product.server.services.store
    const lost = await aFile(product, item_id, Buffer.from('gone'), { owner: alice, name: 'lost.txt' })
    await db
      .updateTable('attachment')
      .set({ path: `00/${'0'.repeat(40)}` })
      .where('sign', '=', lost)
      .execute()
    const target = join(folder(), 'again')
    mkdirSync(target)
    const { code, err } = await command(['export-showdoc', target], settingsOf(product), { language: 'zh' })
    expect([code, err]).toEqual([1, expect.stringContaining('lost.txt')])
    expect(existsSync(join(target, 'Sqlite', 'showdoc.db.php'))).toBe(true)
    await db.deleteFrom('attachment').where('sign', '=', lost).execute()
  })
})

it.each([
  ['2019/a.png', 'Public/Uploads/2019/a.png'],
  ['../a.png', undefined],
  ['2019/a.php', undefined],
  ['2019/.htaccess', undefined],
  ['.user.ini', undefined],
  [undefined, undefined],
])('S62: reuses an old path only when it is harmless: %s', (path, place) => {
  expect(oldPlace(path)).toBe(place)
})

describe('the schema of ShowDoc', () => {
  it('has the tables, columns and defaults of a real installation', async () => {
    const { execFileSync } = await import('node:child_process')
    const at = folder()
    execFileSync('tar', ['xzf', realShowdoc('2.9'), '-C', at])
    const [real, made] = [new SqliteDatabase(join(at, 'Sqlite', 'showdoc.db.php')), new SqliteDatabase(':memory:')]
    for (const [name, columns] of Object.entries(tables)) made.exec(`create table "${name}" (${columns})`)
    const form = (database: SqliteDatabase.Database) =>
      database
        .prepare(
          `select m.name as "table", c.name, lower(c.type) as type, c."notnull", c.dflt_value, c.pk from sqlite_master m, pragma_table_info(m.name) c
           where m.type = 'table' and m.name not like 'sqlite%' order by m.name, c.cid`,
        )
        .all()
        .map((row) => JSON.stringify(row).replace(/int\( (\d+) \)/, 'int($1)'))
    expect(form(made)).toEqual(form(real))
  })

  it.each([
    ['shell.php', 'bin'],
    ['page.HTML', 'bin'],
    ['x.phtml', 'bin'],
    ['.htaccess', 'bin'],
    ['picture.svg', 'bin'],
    ['data.json', 'json'],
    ['photo.JPG', 'jpg'],
    ['Makefile', 'bin'],
  ])('S60 S62 no uploaded file can be executed by a web server: %s', (display_name, extension) => {
    const sign = createHash('md5').update(display_name).digest('hex')
    expect(freshPlace({ sign, display_name, addtime: 1_795_164_825 })).toBe(`Public/Uploads/2026-11-20/${sign}.${extension}`)
  })
})
