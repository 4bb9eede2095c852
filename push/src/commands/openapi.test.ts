import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { elementsNamed, parseXml } from '../../../server/src/publish/test/xml.ts'
import { description, orders } from '../../../server/src/source/test/orders.ts'
import { onEachDatabase } from '../../../server/src/test/product.ts'
import { problemsOfSarif } from '../findings/test/sarif-schema.ts'
import { run } from '../run.ts'
import { folderOf, write } from '../test/folder.ts'
import { type Item, itemWithKeys, start, titlesOf } from '../test/site.ts'
import { sourceNameOf } from './source-push.ts'

const things = (count: number) =>
  description(Array.from({ length: count }, (_, n) => ({ path: `/things/${n}`, id: `thing${n}`, summary: `Thing ${n}` })))

onEachDatabase('sheaf-push openapi', (product) => {
  let item: Item
  let folder: string
  beforeEach(async () => {
    item = await itemWithKeys(product)
    folder = folderOf({ 'orders.json': description() })
  })
  const push = (...argv: string[]) => start(product, { env: item.env, folder }, 'openapi', ...argv)
  const fileOf = async (source_id: string) =>
    (await product.send({ url: `/api/source/file?source_id=${source_id}`, headers: item.owner.headers })).rawPayload

  it('makes a source, brings it up to date, and sends a single file as it is', async () => {
    const first = await push('orders.json', '--catalog', 'API/Orders', '--label', '1.0', '--ref', 'abcdef0123456789')
    expect(first).toMatchObject({ code: 0, err: '', calls: ['pushSource'] })
    expect(first.out).toBe(
      'orders-api: version 1 (1.0, abcdef012345), parts: 5\nPages: 5 created, 0 changed, 0 moved to the recycle bin, 0 kept although their part is gone\n' +
        'The folder of this description is in no git repository, so the time of the commit is not known and an earlier commit can replace this version. Run sheaf-push in a checkout that has its .git folder.\n',
    )
    expect(await titlesOf(item)).toContain('API/Orders/Orders/List orders')
    const [source] = await item.owner.api.source.list({ item_id: item.item_id })
    expect(source).toMatchObject({ name: 'orders-api', title: 'Orders API', label: '1.0', seq: '1' })
    expect((await fileOf(source?.source_id ?? '')).equals(readFileSync(join(folder, 'orders.json')))).toBe(true)
    expect((await push('orders.json')).out).toBe('orders-api: the site has exactly this file as version 1. Nothing was changed.\n')
    writeFileSync(join(folder, 'orders.json'), description(orders.slice(0, 3)))
    const { code, out } = await push('orders.json', '--strict')
    expect(code, out).toBe(0)
    expect(out).toContain('Pages: 0 created, 0 changed, 1 moved to the recycle bin, 0 kept')
    expect(out).toContain('No longer in the source:\n  - Refund an order')
    const { list } = await item.owner.api.source.versions({ source_id: source?.source_id ?? '' })
    expect(list.map(({ seq, commit, label }) => [seq, commit, label])).toEqual([
      ['2', '', ''],
      ['1', 'abcdef0123456789', '1.0'],
    ])
  })

  it('says that an earlier commit can replace a version whose time git does not give', async () => {
    const build = { GITHUB_SHA: 'abcdef0123456789', GITHUB_REF_NAME: 'main' }
    const inBuild = (PATH = process.env['PATH'] ?? '') =>
      start(product, { env: { ...item.env, ...build, PATH }, folder }, 'openapi', 'orders.json')
    expect(await inBuild()).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\(abcdef012345, main\)[\s\S]*\nThe folder of this description is in no git repository, .*\n$/),
    })
    expect((await inBuild()).out).not.toContain('repository')
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    writeFileSync(join(folder, 'orders.json'), description(orders.slice(0, 3)))
    expect((await inBuild(folderOf({}))).out).toMatch(/\ngit is missing, or refuses this folder, .*safe\.directory '\/.*'\n$/)
    writeFileSync(join(folder, 'orders.json'), description())
    expect((await inBuild()).out).toMatch(/\nThe repository does not have the commit abcdef0123456789, .*\n$/)
    writeFileSync(join(folder, 'orders.json'), description(orders.slice(0, 3)))
    expect((await push('orders.json', '--ref', 'v9')).out).toMatch(/\nThe repository does not have the commit v9, /)
  })

  it('ends with 4 if less is described than is asked for', async () => {
    const short = await push('orders.json', '--min-coverage', '80')
    expect([short.code, short.out]).toEqual([4, expect.stringContaining('\nDescribed: 71 %, required: 80 %\n')])
    expect(await push('orders.json', '--check', '--min-coverage', '71', '--json')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/"coverage":\s*71\.4/),
    })
    expect((await push('orders.json', '--min-coverage', '101')).code).toBe(2)
  })

  it('pushes a description of several files as one', async () => {
    write(folder, {
      'openapi.yaml': `openapi: 3.1.0
info: {title: 订单接口, version: "1"}
paths:
  /orders:
    $ref: paths/orders.yaml
`,
      'paths/orders.yaml': `post:
  summary: Create an order
  requestBody: {content: {application/json: {schema: {$ref: ../schemas/order.yaml}}}}
  responses: {200: {description: Done}}
`,
      'schemas/order.yaml':
        'type: object\nproperties:\n  pieces: {type: number, description: How many pieces, maximum: 12345678901234567890.10}\n  parent: {$ref: "#"}\n',
    })
    const { code, out } = await push('openapi.yaml')
    expect(code, out).toBe(0)
    expect(out).toMatch(/^openapi: version 1, parts: 2\n/)
    expect(out).toContain('Files read: 3')
    expect(out).not.toContain('Problems')
    const { pages } = await item.owner.api.item.search({ item_id: item.item_id, keyword: 'pieces' })
    const page = await item.owner.api.page.info({ page_id: pages?.[0]?.page_id ?? '' })
    expect(page.page_title).toBe('Create an order')
    expect(page.page_content).toContain('How many pieces')
    expect(page.page_content).toContain('12345678901234567890.10')
    const [source] = await item.owner.api.source.list({ item_id: item.item_id })
    const { list } = await item.owner.api.source.versions({ source_id: source?.source_id ?? '' })
    expect(list[0]?.file_name).toBe('openapi.json')
    expect((await push('openapi.yaml')).out).toContain('exactly this file')
  })

  it('--check compares, writes nothing, and says that a first push creates the source', async () => {
    const first = await push('orders.json', '--check')
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('no source named “orders-api” yet') })
    expect(JSON.parse((await push('orders.json', '--dry-run', '--json')).out)).toEqual({ name: 'orders-api', state: 'new' })
    expect(await titlesOf(item)).toEqual([])
    await push('orders.json')
    expect((await push('orders.json', '--check')).out).toContain('exactly this file as version 1')
    const before = await titlesOf(item)
    writeFileSync(join(folder, 'orders.json'), description(orders.slice(0, 2)))
    const { code, out } = await push('orders.json', '--check')
    expect([code, await titlesOf(item)]).toEqual([0, before])
    expect(out).toContain('Nothing was written; this is what would happen.\nParts: 0 new, 0 changed, 2 gone\n')
    expect(out).toContain('  - Get an order\n  - Refund an order')
    expect((await item.owner.api.source.list({ item_id: item.item_id }))[0]).toMatchObject({ seq: '1' })
  })

  it('exits with 6 when the version is held, also in a comparison', async () => {
    writeFileSync(join(folder, 'orders.json'), things(12))
    await push('orders.json', '--name', 'things')
    const before = await titlesOf(item)
    writeFileSync(join(folder, 'orders.json'), things(6))
    const check = await push('orders.json', '--name', 'things', '--check')
    expect(check).toMatchObject({
      code: 6,
      out: expect.stringContaining('would be on hold until a manager of the item decides, because 6 parts are gone'),
    })
    expect((await item.owner.api.source.list({ item_id: item.item_id }))[0]).toMatchObject({ state: 'applied' })
    const held = await push('orders.json', '--name', 'things')
    expect(held).toMatchObject({ code: 6, out: expect.stringContaining('On hold: 6 parts are gone, so no page was changed.') })
    expect((await item.owner.api.source.list({ item_id: item.item_id }))[0]).toMatchObject({ state: 'held', seq: '1' })
    expect(await titlesOf(item)).toEqual(before)
  })

  it('exits with 1 when the site has a later commit, unless it is forced', async () => {
    const push = (time: string, ...argv: string[]) =>
      start(
        product,
        { env: { ...item.env, CI_COMMIT_SHA: 'f00d', CI_COMMIT_TIMESTAMP: time, CI_COMMIT_TAG: 'v1' }, folder },
        'openapi',
        'orders.json',
        ...argv,
      )
    await push('2026-02-01T00:00:00Z')
    writeFileSync(join(folder, 'orders.json'), description(orders.slice(0, 3)))
    const older = await push('2026-01-01T00:00:00Z')
    expect(older).toMatchObject({ code: 1, out: expect.stringContaining('version 1 on the site is of a later commit') })
    const report = JSON.parse((await push('2026-01-01T00:00:00Z', '--force', '--json')).out)
    expect(report).toMatchObject({ name: 'orders-api', state: 'applied', seq: '2', binned: 1, commit: 'f00d', label: 'v1', files: 1 })
    expect(report.gone_titles).toEqual(['Refund an order'])
  })

  it('says what changed for users of the API; with --fail-on it exits with 5', async () => {
    await push('orders.json')
    writeFileSync(join(folder, 'orders.json'), description(orders.slice(0, 3)))
    const check = await push('orders.json', '--check', '--fail-on', 'breaking')
    expect(check.code).toBe(5)
    expect(check.out).toMatch(/Changes: 1 breaking, 0 risky\n {2}- breaking: POST \/refunds/)
    expect((await push('orders.json', '--check')).code).toBe(0)
    // A manager accepts the change, and the same comparison passes.
    const { owner, item_id } = item
    const [{ source_id = '' } = {}] = await owner.api.source.list({ item_id })
    const seal = (await owner.api.source.result({ source_id, language: 'en' })).checks[0]?.changes[0]?.seal ?? ''
    await owner.api.source.accept({ source_id, seal, reason: 'Refunds have an API of their own' })
    const passed = await push('orders.json', '--check', '--fail-on', 'breaking')
    expect(passed).toMatchObject({ code: 0, out: expect.stringContaining('1 breaking, 0 risky, 1 of them accepted') })
    expect(passed.out).toContain('breaking, accepted: POST /refunds')
    await push('orders.json')
    writeFileSync(join(folder, 'orders.json'), description([...orders.slice(0, 3), { path: '/carts', id: 'listCarts' }]))
    expect(await push('orders.json', '--fail-on', 'risky')).toMatchObject({ code: 0, out: expect.stringContaining('safe: GET /carts') })
  })

  it('writes JUnit and SARIF: a case for each operation, breaking and risky changes at their lines (S225)', async () => {
    await push('orders.json')
    const changed = JSON.parse(description().toString())
    delete changed.paths['/refunds']
    changed.paths['/orders'].get.parameters = [{ name: 'state]]>"', in: 'query', required: true, schema: { type: 'string' } }]
    writeFileSync(join(folder, 'orders.json'), JSON.stringify(changed, null, 2))
    const { code } = await push('orders.json', '--check', '--fail-on', 'breaking', '--junit', 'out/junit.xml', '--sarif', 'out/sarif.json')
    expect(code).toBe(5)
    const root = parseXml(readFileSync(join(folder, 'out/junit.xml'), 'utf8'))
    const failed = elementsNamed(root, 'testcase').filter(({ children }) => children.some(({ name }) => name === 'failure'))
    expect(root.children[0]?.attributes['name']).toBe('sheaf-push openapi')
    expect(failed.map(({ attributes }) => attributes['name']).sort()).toEqual(['GET /orders', 'POST /refunds'])
    expect(elementsNamed(root, 'testcase').map(({ attributes }) => attributes['name'])).toContain('POST /orders')
    const log = JSON.parse(readFileSync(join(folder, 'out/sarif.json'), 'utf8'))
    expect(problemsOfSarif(log)).toEqual([])
    const text = readFileSync(join(folder, 'orders.json'), 'utf8').split('\n')
    const found: { ruleId: string; message: { text: string }; locations: { physicalLocation: { region: { startLine: number } } }[] }[] =
      log.runs[0].results
    const parameter = found.find(({ message }) => message.text.startsWith('GET /orders'))
    expect(parameter).toMatchObject({
      ruleId: 'breaking-change',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'orders.json' } } }],
    })
    expect(text[(parameter?.locations[0]?.physicalLocation.region.startLine ?? 0) - 1]).toContain('"get"')
  })

  it('reports problems and parts that are kept; with --strict they are a failure', async () => {
    const text = JSON.parse(description().toString())
    text.paths['/orders'].post.requestBody = { $ref: 'https://example.com/body.yaml' }
    text.paths['/refunds'].post.summary = 'Refund\n::error::an order'
    writeFileSync(join(folder, 'orders.json'), JSON.stringify(text))
    const { code, out } = await push('orders.json', '--strict')
    expect(code).toBe(4)
    expect(out).toContain('Problems:\n  - https://example.com/body.yaml: is at another address, which is never opened')
    const page = await item.owner.api.item.search({ item_id: item.item_id, keyword: 'refunds' })
    const page_id = page.pages?.[0]?.page_id ?? ''
    const { page_title, page_content } = await item.owner.api.page.info({ page_id, raw: 1 })
    await item.owner.api.page.save({ page_id, page_title, page_content: `Ours.\n\n${page_content}` })
    writeFileSync(join(folder, 'orders.json'), description(orders.slice(0, 3)))
    const kept = await push('orders.json', '--strict')
    expect(kept).toMatchObject({ code: 4, out: expect.stringContaining('1 kept although their part is gone') })
    expect(kept.out).toMatch(/^ {2}- Refund ::error::an order$/m)
  })

  it('exits with 1 and the reason when the site refuses the description, and with 3 for wrong keys', async () => {
    const single = await itemWithKeys(product, { item_type: '2' })
    const refused = await start(product, { env: single.env, folder }, 'openapi', 'orders.json')
    expect(refused).toMatchObject({ code: 1, out: 'orders-api: Only regular items can have sources\n' })
    const wrong = { ...item.env, SHEAF_TOKEN: 'wrong' }
    expect(await start(product, { env: wrong, folder }, 'openapi', 'orders.json')).toMatchObject({ code: 3, calls: ['pushSource'] })
  })

  it('takes its options from the file of settings, and speaks Chinese', async () => {
    write(folder, { 'sheaf-push.json': JSON.stringify({ openapi: { name: 'shop', catalog: '接口', title: '商店' } }) })
    const { out } = await start(product, { env: { ...item.env, LANG: 'zh_CN.UTF-8' }, folder }, 'openapi', 'orders.json')
    expect(out).toContain('shop：版本 1，共 5 个条目\n新建 5 页')
    expect((await item.owner.api.source.list({ item_id: item.item_id }))[0]).toMatchObject({ name: 'shop', title: '商店' })
    expect(await titlesOf(item)).toContain('接口/Orders/List orders')
  })
})

describe('a wrong command line', () => {
  it.each([
    [['openapi'], 'Which description?'],
    [['openapi', 'orders.json', 'b.json'], 'One description at a time'],
    [['openapi', 'missing.json'], 'there is no such file'],
    [['openapi', 'orders.json', '--root', 'missing'], 'There is no folder or file'],
    [['openapi', 'orders.json', '--root', 'sub'], 'only files below'],
    [['openapi', 'orders.json', '--name', 'My API'], '“My API” is no name of a source'],
    [['openapi', '接口.json'], '“” is no name of a source'],
    [['openapi', 'orders.json', '--fail-on', 'safe'], '--fail-on is breaking or risky, not “safe”.'],
    [['openapi', 'orders.json', '--include', 'x'], '--include is not an option of “openapi”'],
    [['comments', '--check'], '--check is not an option of “comments”'],
  ])('%j exits with 2 and calls nothing', async (argv, reason) => {
    const folder = folderOf({ 'orders.json': description(), 'sub/a.json': '', '接口.json': '{"openapi":"3.1.0","info":{"title":"接口"}}' })
    const output = { out: '', err: '' }
    const code = await run(argv, {
      out: (text) => {
        output.out += text
      },
      err: (text) => {
        output.err += text
      },
      env: { SHEAF_URL: 'https://docs.test', SHEAF_KEY: 'k', SHEAF_TOKEN: 'secret-token' },
      fetch: () => Promise.reject(new Error('a call')),
      wait: () => Promise.reject(new Error('a call')),
      isTerminal: false,
      version: '1.2.3',
      folder,
    })
    expect({ code, ...output }).toEqual({ code: 2, out: '', err: expect.stringContaining(reason) })
  })
})

describe('the name of a source', () => {
  it.each([
    ['Orders API', 'x/openapi.yaml', 'orders-api'],
    ['  Café & Crème (v2)! ', 'x/openapi.yaml', 'cafe-creme-v2'],
    ['订单 API', 'x/orders.v1.yaml', 'orders-v1'],
    ['订单', '接口.yaml', ''],
    ['', 'x/My File.json', 'my-file'],
    ['---', 'a.json', 'a'],
    ['a'.repeat(39).concat(' b'), 'a.json', 'a'.repeat(39)],
  ])('of %j in %s is %j', (title, path, name) => expect(sourceNameOf(title, path)).toBe(name))
})
