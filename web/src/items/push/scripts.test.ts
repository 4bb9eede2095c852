import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { marksIn } from './code.tsx'
import { curlCommand, databaseScript, powerShellScript, pushCommand, shellScript } from './scripts.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'sheaf-scripts-'))
const got: { path: string; key: unknown; token: unknown; language: unknown; fields: Record<string, string> }[] = []
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const { 'x-api-key': key, 'x-api-token': token, 'accept-language': language } = request.headers
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()))
    got.push({ path: request.url ?? '', key, token, language, fields })
    response.end('Success\n')
  })
})
const target = { site: '', api_key: "k'1", api_token: 't$1', language: 'zh' as const }

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  target.site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  got.length = 0
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})
const file = (name: string, text: string) => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), text, { mode: 0o755 })
}

describe('the scripts', () => {
  it('send only the files with a showdoc comment', async () => {
    const source = '/**\n * showdoc\n * @title A + 100% & <b>\n */\n'
    file('src/a b.php', source)
    file('src/deep/ü.js', source)
    file('src/plain.php', '/** @title nothing */')
    file('src/node_modules/x.js', source)
    file('src/picture.png', `\0\x01${source}`)
    file('sheaf_api.sh', shellScript(target))
    const { stdout, stderr } = await run('sh', [join(folder, 'sheaf_api.sh'), join(folder, 'src')])
    expect(stderr).toBe('')
    expect(stdout.split('\n').filter(Boolean).sort()).toEqual([
      expect.stringMatching(/a b\.php: Success$/),
      expect.stringMatching(/ü\.js: Success$/),
    ])
    const wanted = {
      path: '/server/index.php?s=/api/open/fromComments',
      key: "k'1",
      token: 't$1',
      language: 'zh',
      fields: { content: source },
    }
    expect(got).toEqual([wanted, wanted])
  })

  it('send the table lists as the database client writes them', async () => {
    file('bin/mysql', '#!/bin/sh\nwhile [ "$1" != -e ]; do shift; done\nprintf "HEAD\\n%s\\n" "$2 + 100%"\n')
    file('sheaf_db.sh', databaseScript(target))
    const PATH = `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`
    expect(await run('sh', [join(folder, 'sheaf_db.sh')], { env: { ...process.env, PATH } })).toEqual({ stdout: 'Success\n', stderr: '' })
    const [{ path, key, token, fields } = { fields: {} as Record<string, string> }] = got
    expect([path, key, token, fields['cat_name']]).toEqual(['/server/index.php?s=/api/open/updateDbItem', "k'1", 't$1', '数据库'])
    for (const [field, table] of [
      ['table_info', 'TABLES'],
      ['table_detail', 'COLUMNS'],
      ['table_index', 'STATISTICS'],
    ] as const)
      expect(fields[field]).toMatch(new RegExp(`^HEAD\\nselect .* from ${table} where TABLE_SCHEMA = 'shop' order by .* \\+ 100%\\n$`))
  })

  it('stop when the database cannot be reached', async () => {
    file('bin/mysql', '#!/bin/sh\necho "no way in" >&2\nexit 1\n')
    file('sheaf_db.sh', databaseScript(target))
    const PATH = `${join(folder, 'bin')}${delimiter}${process.env['PATH']}`
    await expect(run('sh', [join(folder, 'sheaf_db.sh')], { env: { ...process.env, PATH } })).rejects.toMatchObject({
      code: 1,
      stderr: 'no way in\n',
    })
    expect(got).toEqual([])
  })

  it('quote the inserted values', async () => {
    file('refund.md', '# 1 + 1 & 100%\n')
    await run('sh', ['-c', curlCommand(target, { catalog: 'Orders/Refunds', title: "It's $one" })], { cwd: folder })
    expect(got[0]).toMatchObject({
      path: '/server/index.php?s=/api/item/updateByApi',
      fields: {
        api_key: "k'1",
        api_token: 't$1',
        cat_name: 'Orders/Refunds',
        page_title: "It's $one",
        page_content: '# 1 + 1 & 100%\n',
        s_number: '10',
      },
    })
    expect(powerShellScript(target)).toContain("'X-Api-Key'   = 'k''1'".replace('   =', '       ='))
    const { stdout } = await run('sh', ['-c', pushCommand(target, 'comments src').replace('npx', 'printf "%s|"')])
    expect(stdout).toBe(`--no-install|sheaf-push|comments|src|--url|${target.site}|--key|k'1|--token|t$1|`)
  })
})

it('highlights comments, strings and tags without losing text', () => {
  const code = "#!/bin/sh\nurl='a#b' # not marked\n  # whole\n * @title x\nplain"
  expect(
    marksIn(code)
      .map(([, text]) => text)
      .join(''),
  ).toBe(code)
  expect(marksIn(code).filter(([kind]) => kind !== 'plain')).toEqual([
    ['comment', '#!/bin/sh'],
    ['string', "'a#b'"],
    ['comment', '  # whole'],
    ['tag', '@title'],
  ])
})
