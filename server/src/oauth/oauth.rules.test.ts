import { describe, expect, it } from 'vitest'
import { areSchemes, canBeRedirect, isSameRedirect, levelOf, scopeOf, shownName, withAnswer } from './oauth.rules.ts'

const SCHEMES = 'cursor vscode vscode-insiders'

describe('O4: a redirect address', () => {
  it.each([
    'https://app.example/cb',
    'https://app.example:8443/cb?x=1',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:5123/cb',
    'http://[::1]:5123/cb',
    'http://localhost:5123',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'vscode-insiders://vscode.mcp/callback',
  ])('%s can be registered', (address) => expect(canBeRedirect(address, SCHEMES)).toBe(true))

  it.each([
    '',
    'app.example/cb',
    '//app.example/cb',
    'http://app.example/cb',
    'http://127.0.0.2/cb',
    'http://localhost.evil.example/cb',
    'http://localhost:5123@evil.example/',
    'https://user@app.example/cb',
    'https://@app.example/cb',
    'https://user:secret@app.example/cb',
    'https://app.example/cb#part',
    'https://app.example/c b',
    'https://app.example\\@evil.example/',
    'https://app.example/\u202ecb',
    'https:///cb',
    'javascript:alert(1)',
    'javascript://app.example/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'zed://callback',
    'cursor:callback',
    'CURSOR://callback',
    `https://app.example/${'x'.repeat(500)}`,
  ])('%s cannot be registered', (address) => expect(canBeRedirect(address, SCHEMES)).toBe(false))

  it('is the registered one letter by letter, but for the port on this computer', () => {
    expect(isSameRedirect('https://app.example/cb', 'https://app.example/cb')).toBe(true)
    expect(isSameRedirect('http://127.0.0.1/cb', 'http://127.0.0.1:5123/cb')).toBe(true)
    expect(isSameRedirect('http://127.0.0.1:80/cb', 'http://127.0.0.1/cb')).toBe(true)
    for (const [registered, asked] of [
      ['https://app.example/cb', 'https://app.example:443/cb'],
      ['https://app.example/cb', 'https://APP.example/cb'],
      ['http://127.0.0.1/cb', 'http://localhost/cb'],
      ['http://127.0.0.1/cb', 'http://127.0.0.1:5123/cb/'],
      ['http://127.0.0.1/cb', 'http://127.0.0.1:5123/cb?x=1'],
      ['http://127.0.0.1/cb', 'http://127.0.0.1:512345/cb'],
      ['http://127.0.0.1/cb', 'https://127.0.0.1/cb'],
      ['cursor://one', 'cursor://one:1'],
    ] as const)
      expect(isSameRedirect(registered, asked), asked).toBe(false)
  })

  it('keeps its own query', () => {
    expect(withAnswer('https://app.example/cb', { code: 'a', state: undefined })).toBe('https://app.example/cb?code=a')
    expect(withAnswer('https://app.example/cb?x=1', { code: 'a&b' })).toBe('https://app.example/cb?x=1&code=a%26b')
  })
})

it('O4: schemes of the site settings are names, and none that a browser runs', () => {
  expect(areSchemes('')).toBe(true)
  expect(areSchemes('cursor  vscode-insiders\nzed')).toBe(true)
  for (const wrong of ['javascript', 'data', 'http', 'https', 'Cursor', 'a:b', 'x', 'ws'])
    expect(areSchemes(`cursor ${wrong}`), wrong).toBe(false)
})

it('O7: scopes are levels', () => {
  expect([1, 2, 3, 4].map(scopeOf)).toEqual(['read', 'read propose', 'read propose write', 'read propose write manage'])
  expect(['', 'read', 'write', 'propose read', 'manage openid', 'openid'].map(levelOf)).toEqual([2, 1, 3, 2, 4, undefined])
})

it('names are shown in one line, without hidden characters', () => {
  expect(shownName('  Build\u0000 \u202ehelper\u2066\u200b ', 'x')).toBe('Build helper')
  expect(shownName('构建助手', 'x')).toBe('构建助手')
  expect(shownName('\u200b', 'app.example')).toBe('app.example')
  expect(shownName(undefined, 'app.example')).toBe('app.example')
  expect(shownName('😀'.repeat(100), 'x')).toBe('😀'.repeat(60))
})
