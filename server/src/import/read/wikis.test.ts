import { expect, it } from 'vitest'
import { type SampleEntry, sampleZip } from '../../zip/test/zip-sample.ts'
import { contentOf, outline, planner } from '../test/plan-sample.ts'

// Files as Notion, Outline and Docmost write them when they export pages below pages.
const plan = planner()
const outlineOf = async (files: Record<string, string>, name?: string) => outline((await plan(files, name)).root)

const id = (digit: string) => digit.repeat(32)

it('makes a page with pages below it the first page of a catalog, which has its title', async () => {
  const wiki = {
    'Engineering/Releases.md': '# Releases\n\nSee [the checklist](Releases/Checklist.md).',
    'Engineering/Releases/Checklist.md': '# Checklist',
    'Engineering/Releases/Hotfixes.md': '# Hotfixes',
    'Engineering/Releases/Hotfixes/Rollback.md': '# Rollback\n\nBack to [all](../../Releases.md).',
    'Engineering/oncall.md': '# On call',
    'Engineering/oncall/week.md': '# A week',
  }
  expect(await outlineOf(wiki)).toMatchInlineSnapshot(`
    [
      "On call/",
      "On call/On call",
      "On call/A week",
      "Releases/",
      "Releases/Releases",
      "Releases/Checklist",
      "Releases/Hotfixes/",
      "Releases/Hotfixes/Hotfixes",
      "Releases/Hotfixes/Rollback",
    ]
  `)
  const made = await plan(wiki)
  expect(contentOf(made, 'Engineering/Releases.md')).toContain('sheaf-page:Engineering/Releases/Checklist.md')
  expect(contentOf(made, 'Engineering/Releases/Hotfixes/Rollback.md')).toContain('sheaf-page:Engineering/Releases.md')
})

it('makes the only page at the top the first page of the item', async () => {
  const files = {
    'Handbook.md': '# Our handbook\n\nWelcome.',
    'Handbook/Leave.md': '# Leave',
    'Handbook/Leave/Sick.md': '# Sick',
    'Handbook/files/7/a.txt': 'x',
  }
  expect(await outlineOf(files, 'page-export.zip')).toMatchInlineSnapshot(`
    [
      "Our handbook",
      "Leave/",
      "Leave/Leave",
      "Leave/Sick",
    ]
  `)
  expect((await plan(files, 'page-export.zip')).item_name).toBe('Our handbook')
  const untitled = await plan({ ...files, 'Handbook.md': 'Welcome.' }, 'page-export.zip')
  expect([untitled.item_name, ...outline(untitled.root)].slice(0, 2)).toEqual(['Handbook', 'Handbook'])
})

it('keeps the names of folders that are years or numbers of chapters', async () => {
  const files = { '2024/README.md': '# Introduction', '2024/a.md': '# A', '01/README.md': '# Introduction', '01/b.md': '# B' }
  expect((await outlineOf(files)).filter((line) => line.endsWith('/'))).toEqual(['01/', '2024/'])
})

it('leaves an index page where it is, next to a folder of its name', async () => {
  expect(await outlineOf({ 'README.md': '# Start', 'README/a.md': '# A', 'b.md': '# B' })).toEqual(['Start', 'B', 'README/', 'README/A'])
})

it('leaves a page next to the folder of its name if the folder has an index page, or no pages', async () => {
  expect(
    await outlineOf({ 'a.md': 'a', 'b.md': 'b', 'b/index.md': 'x', 'b/c.md': 'c', 'a/picture.png': '', 'd.md': 'd' }),
  ).toMatchInlineSnapshot(`
    [
      "a",
      "b",
      "b/",
      "b/b",
      "b/c",
      "d",
    ]
  `)
})

it('removes the ids of Notion from names, and finds the folders of pages with and without them', async () => {
  const files = {
    [`Private & Shared/Team wiki ${id('a')}.md`]: `# Team wiki\n\n[Setup](Team%20wiki/Setup%20${id('b')}.md)\n\n![](Team%20wiki/image.png)`,
    [`Private & Shared/Team wiki/Setup ${id('b')}.md`]: '# Setup',
    'Private & Shared/Team wiki/image.png': 'x',
    [`Private & Shared/Old ${id('c')}.md`]: '# Old',
    [`Private & Shared/Old ${id('c')}/Page ${id('d')}.md`]: `[up](../Old%20${id('c')}.md)`,
    [`Private & Shared/Tasks ${id('e')}.csv`]: 'Name\n',
    [`Private & Shared/Tasks/Fix the build ${id('f')}.md`]: '# Fix the build\n\nStatus: Done',
  }
  expect(await outlineOf(files)).toMatchInlineSnapshot(`
    [
      "Old/",
      "Old/Old",
      "Old/Page",
      "Tasks/",
      "Tasks/Fix the build",
      "Team wiki/",
      "Team wiki/Team wiki",
      "Team wiki/Setup",
    ]
  `)
  const made = await plan(files)
  expect([...made.files.keys()]).toEqual(['Private & Shared/Team wiki/image.png'])
})

it('leaves two pages of one name next to a folder that can be of either', async () => {
  const files = { [`Notes ${id('a')}.md`]: '# Notes', [`Notes ${id('b')}.md`]: '# Notes', [`Notes/x ${id('c')}.md`]: '# X' }
  expect(await outlineOf(files)).toEqual(['Notes', 'Notes', 'Notes/', 'Notes/X'])
})

it('names the catalogs of MinDoc, whose folders have numbers, by their first pages', async () => {
  const files = {
    '12/README.md': '# 部署\n\n[升级](../12/15.md) [安装](12/install.md)',
    '12/15/README.md': '# 升级\n\n[上级](../../12.md)',
    '12/15/from-1.md': '# 从 1.x 升级',
    '12/install.md': '# 安装',
    '2024/a.md': 'a',
  }
  expect(await outlineOf(files)).toEqual([
    '部署/',
    '部署/部署',
    '部署/升级/',
    '部署/升级/升级',
    '部署/升级/从 1.x 升级',
    '部署/安装',
    '2024/',
    '2024/a',
  ])
  const made = await plan(files)
  expect(contentOf(made, '12/README.md')).toBe('[升级](sheaf-page:12/15/README.md) [安装](12/install.md)')
  expect(contentOf(made, '12/15/README.md')).toBe('[上级](sheaf-page:12/README.md)')
})

it('rewrites the callouts of Notion, and the empty lines, sizes of pictures and mentions of Outline', async () => {
  const text = [
    '# Page',
    '<aside>',
    '💡 Ask before you deploy.',
    '<aside class="warning">',
    'Not on Fridays.',
    '</aside>',
    'Or tell the team.',
    '',
    '</aside>',
    '',
    'one',
    '',
    '\\',
    'two @[Ana](mention://7c2f/user/91ab) and ![](a.png " =640x480") ![x](b.png "right-50 =200x100") ![y](c.png "Title =9x9")',
    '',
    'Code stays: `@[Ana](mention://7c2f)` and ``![](a.png "=1x1")``.',
    ':::info',
    'A notice.',
    '',
    ':::',
    '```',
    '\\',
    '<aside>',
    '```',
  ]
  const made = await plan({ 'a/page.md': text.join('\n'), 'a/x.md': 'x' })
  expect(contentOf(made, 'a/page.md')).toMatchInlineSnapshot(`
    "::: note
    💡 Ask before you deploy.
    ::: warning
    Not on Fridays.
    :::
    Or tell the team.

    :::

    one


    two @Ana and ![](a.png =640x480) ![x](b.png =200x100) ![y](c.png "Title")

    Code stays: \`@[Ana](mention://7c2f)\` and \`\`![](a.png "=1x1")\`\`.
    :::info
    A notice.

    :::
    \`\`\`
    \\
    <aside>
    \`\`\`"
  `)
})

const asZip = (files: Record<string, string | Buffer>, over: Partial<SampleEntry> = {}) =>
  sampleZip(Object.entries(files).map(([name, data]) => ({ name, data, ...over })))

it('reads the zip in the zip of Notion, one level deep', async () => {
  const inner = asZip({
    [`Home ${id('a')}.md`]: '# Home\n\n![](Home/a.png)',
    [`Home/Page ${id('b')}.md`]: '# Page',
    'Home/a.png': Buffer.alloc(600_000, 7),
  })
  const outer = { 'ExportBlock-1f2e-Part-1.zip': inner }
  const made = await plan(outer, '7c1f_Export-1f2e.zip')
  expect([made.item_name, ...outline(made.root)]).toEqual(['Home', 'Home', 'Page'])
  expect([...made.files.values()]).toMatchObject([{ name: 'a.png', bytes: 600_000 }])
  await expect(plan({ 'deeper.zip': asZip(outer) })).rejects.toMatchObject({ error: 'importEmpty' })
  const parts = { 'Export-1f2e-Part-1.zip': inner, 'Export-1f2e-Part-2.zip': inner }
  await expect(plan(parts)).rejects.toMatchObject({ error: 'importZips', fill: { count: '2' } })
  const unreadable = { name: '../secret.txt', data: 'x' }
  expect((await plan([{ name: 'a.zip', data: inner }, unreadable])).skipped).toContainEqual({ name: '../secret.txt', reason: 'name' })
  const lie = [{ name: 'a.zip', data: inner, declared: inner.length - 1 }]
  await expect(plan(lie)).rejects.toMatchObject({ error: 'importTooBig' })
  await expect(plan(lie.map((entry) => ({ ...entry, declared: inner.length + 1 })))).rejects.toMatchObject({ error: 'importBroken' })
  await expect(plan({ 'a.zip': 'no zip' })).rejects.toMatchObject({ error: 'importKind' })
})

it('bounds a zip in a zip by the size of the file, and by what its entry can unpack to', async () => {
  const picture = (name: string) => ({ name, data: 'x', declared: 85e6 })
  const pictures = [picture('a.png'), picture('b.png'), picture('c.png')]
  const inner = sampleZip([{ name: 'a.md', data: 'a' }, { name: 'pad.bin', data: Buffer.alloc(30e6), method: 0 }, ...pictures])
  await expect(plan([{ name: 'a.zip', data: inner }])).rejects.toMatchObject({ error: 'importTooBig' })
  const endless = [{ name: 'a.zip', data: 'x', packedSize: 0x7fffffff }]
  await expect(plan(endless)).rejects.toMatchObject({ error: 'importTooBig' })
  await expect(plan([{ name: 'a.zip', data: 'x', packedSize: 900 }])).rejects.toMatchObject({ error: 'importBroken' })
})
