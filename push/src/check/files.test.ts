import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderOf } from '../test/folder.ts'
import { askAll } from './addresses.ts'
import { readBelow } from './files.ts'
import { repositoryName, rootOf } from './repository.ts'
import { SealedFile } from './seal.ts'

it('opens regular files below the root only, also through symbolic links (S212)', () => {
  const outside = folderOf({ 'secret.txt': 'secret', 'sub/x.txt': 'x' })
  const root = folderOf({ 'a.txt': 'a', 'sub/b.txt': 'b', '.git/config': 'password', 'large.txt': Buffer.alloc(5_000_001, 'a') })
  symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'))
  symlinkSync(join(outside, 'sub'), join(root, 'folder'))
  symlinkSync('a.txt', join(root, 'inside.txt'))
  symlinkSync('.git/config', join(root, 'config.txt'))
  symlinkSync('loop.txt', join(root, 'loop.txt'))
  execFileSync('mkfifo', [join(root, 'pipe')])
  const kind = (path: string) => {
    const read = readBelow(root, path)
    return 'bytes' in read ? read.bytes.toString() : read.problem
  }
  expect(['a.txt', 'sub/b.txt', 'inside.txt'].map(kind)).toEqual(['a', 'b', 'a'])
  const beyond = [
    '../x',
    'sub/../../x',
    '/etc/passwd',
    'C:/x',
    'C:x',
    '\\\\host\\x',
    'sub\\..\\x',
    '.git/config',
    'a\0.txt',
    '',
    '.',
    'sub//b.txt',
    'link.txt',
    'folder/x.txt',
    'config.txt',
  ]
  for (const path of beyond) expect(kind(path), path).toBe('outside')
  expect(['none.txt', 'a.txt/b', 'loop.txt', 'pipe', 'sub', 'large.txt'].map(kind)).toEqual([
    'noFile',
    'noFile',
    'noFile',
    'noFile',
    'noFile',
    'large',
  ])
})

it('seals other files by their lines or bytes, lines by their tokens, and knows no symbols in them', () => {
  const see = (path: string, content: string | Buffer, selector = '') => new SealedFile(path, Buffer.from(content)).see(selector)
  const text = see('notes.txt', 'a  \nb\n')
  for (const same of ['a\nb', '\uFEFFa\r\nb\r\n\r\n', 'a\rb', 'a\t\nb']) expect(see('notes.txt', same)).toEqual(text)
  for (const other of ['a\n b', 'a\n\nb', 'ab', 'a b']) expect(see('notes.txt', other)).not.toEqual(text)
  // 登录 in GBK, and another word.
  expect(see('a.ts', Buffer.from([0x22, 0xb5, 0xc7, 0x22]))).not.toEqual(see('a.ts', Buffer.from([0x22, 0xb5, 0xc8, 0x22])))
  const bytes = Buffer.from([1, 0, 2])
  expect(see('a.png', bytes)).not.toEqual(see('a.png', Buffer.from([1, 0, 3])))
  expect(see('a.png', bytes, 'x')).toEqual({ problem: 'failed', reason: 'binary' })
  expect(see('notes.txt', 'x', 'x')).toEqual({ problem: 'failed', reason: 'noSymbols' })
  const code = 'let a = 1\n// note\nlet b = `x\ny`\nlet c = 3\n'
  const lines = see('a.ts', code, 'L2-3')
  expect(see('a.ts', code.replace('note', 'other').replace('= 1', '= 2'), 'L2-L3')).toEqual(lines)
  for (const changed of [code.replace('y`', 'z`'), code.replace('b =', 'd =')]) expect(see('a.ts', changed, 'L2-3')).not.toEqual(lines)
  expect(see('a.ts', code, 'L5')).toMatchObject({ line: 5 })
  for (const selector of ['L5-6', 'L6', 'L4-3']) expect(see('a.ts', code, selector)).toEqual({ problem: 'missing', reason: 'noLines' })
})

it('reads texts that nest and repeat without end (S59)', () => {
  const N = 10_000
  const hostile: [string, string][] = [
    ['a.ts', '`${'],
    ['a.tsx', '= <T>('],
    ['a.js', 'x = <a>{'],
    ['a.ts', 'class A {'],
    ['a.py', 'f"{'],
    ['a.rb', '<<~A\n'],
    ['a.rb', 'x = /a\n'],
    ['a.rb', 'class A\ndef a = (\n'],
    ['a.sh', 'cat <<A\n"$('],
    ['a.sql', '/* /* create table a ($$ '],
    ['a.java', 'void a(b<c<'],
    ['a.cpp', 'A() : a{'],
    ['a.yaml', 'a: |\n- [{'],
    ['a.json', '{"a":'],
    ['a.cs', '$"{'],
    ['a.kt', 'val a = 1\n'],
  ]
  for (const [path, text] of hostile) {
    const file = new SealedFile(path, Buffer.from(text.repeat(N)))
    expect(file.see(''), path).toHaveProperty('seal')
    expect(file.see('none'), path).toHaveProperty('problem')
    expect(file.see('a'), path).not.toBeUndefined()
  }
  const deep = Array.from({ length: 1000 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')
  for (const path of ['a.py', 'a.yaml']) expect(new SealedFile(path, Buffer.from(deep)).see('a.a.b'), path).toHaveProperty('problem')
})

it('asks addresses: an answer, gone, moved for good, no answer; nothing is followed', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const status = Number(request.url?.slice(1))
    if (request.url === '/broken') return void request.socket.destroy()
    if (request.url === '/no-head') return void response.writeHead(request.method === 'HEAD' ? 405 : 200).end('text')
    return void response.writeHead(status, status >= 300 && status < 400 ? { location: '/200' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const at = (path: string) => `http://127.0.0.1:${port}/${path}`
  const paths = ['200', '403', '302', '301', '308', '404', '410', '503', 'no-head', 'broken', '200']
  const done: string[] = []
  const answers = await askAll(paths.map(at), 'sheaf-push/1', (address) => done.push(address))
  server.close()
  expect(Object.fromEntries(paths.map((path) => [path, answers.get(at(path))]))).toEqual({
    200: { problem: '', detail: '200' },
    403: { problem: '', detail: '403' },
    302: { problem: '', detail: '302' },
    301: { problem: 'moved', detail: '/200' },
    308: { problem: 'moved', detail: '/200' },
    404: { problem: 'missing', detail: '404' },
    410: { problem: 'missing', detail: '410' },
    503: { problem: 'failed', detail: '503' },
    'no-head': { problem: '', detail: '200' },
    broken: { problem: 'failed', detail: expect.any(String) },
  })
  expect(done).toHaveLength(10)
  expect(asked.filter((one) => one.endsWith(' /200'))).toEqual(['HEAD /200'])
})

it('takes the name of the repository from the build, or from its folder', () => {
  const root = folderOf({ '.git/HEAD': '', 'sub/a.txt': '' })
  expect([rootOf(join(root, 'sub')), rootOf(root)]).toEqual([root, root])
  expect(repositoryName({ GITHUB_REPOSITORY: 'example/shop' }, root)).toBe('shop')
  expect(repositoryName({ CI_PROJECT_NAME: 'shop' }, root)).toBe('shop')
  expect(repositoryName({}, '/home/x/shop')).toBe('shop')
})
