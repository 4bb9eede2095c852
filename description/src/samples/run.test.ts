import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleLanguages } from './samples.ts'
import { nastyTexts } from './test/nasty.ts'
import type { RequestBody, SampleRequest } from './types.ts'

/* Samples are run in one process per language against a server that says what it received. */

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'sheaf-samples-'))
const received: { method: string; url: string; header: string; form: unknown; text: string }[] = []
let server: Server
let base = ''

/** Multipart bodies have one kind of line break, so clients may change them. */
const oneBreak = (text: string) => text.replace(/\r\n?/g, '\n')

async function formOf(type: string, body: Buffer) {
  if (!type.startsWith('multipart/')) return [...new URLSearchParams(body.toString())]
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData()
  return Promise.all(
    [...form].map(async ([name, value]) => [name, oneBreak(typeof value === 'string' ? value : `${value.name}: ${await value.text()}`)]),
  )
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const type = request.headers['content-type'] ?? ''
    const isForm = /^(?:multipart|application\/x-www)/.test(type)
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      header: String(request.headers['x-a']),
      form: isForm ? await formOf(type, body) : undefined,
      text: isForm ? '' : body.toString(),
    })
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const texts = nastyTexts.map((text) => text.toWellFormed().replaceAll('\0', '\ufffd'))
const ascii = (text: string) => text.replace(/[^ -~]+/gu, ' ').trim()

/** Requests with a text in every place; `kind` by turns. */
function requests(count: number): SampleRequest[] {
  return Array.from({ length: count }, (_, at) => {
    const [query, header, first, second] = [0, 1, 2, 3].map((part) => texts[(at * 4 + part) % texts.length]!) as [
      string,
      string,
      string,
      string,
    ]
    const bodies: RequestBody[] = [
      { kind: 'text', text: [first, { env: 'SHEAF_VALUE' }, second] },
      {
        kind: 'form',
        fields: [
          { name: 'a', value: [first] },
          { name: second, value: [{ env: 'SHEAF_VALUE' }] },
        ],
      },
      {
        kind: 'multipart',
        fields: [
          { name: 'a', value: [first] },
          { name: 'f', file: 'file.bin' },
          { name: 'b', value: [second] },
        ],
      },
      { kind: 'binary', file: 'file.bin' },
    ]
    const body = bodies[at % 4]!
    const types = ['text/plain', 'application/x-www-form-urlencoded', '', 'application/octet-stream']
    const type = types[at % 4]!
    return {
      method: at % 2 ? 'PUT' : 'POST',
      url: [{ env: 'SHEAF_BASE' }, '/x'],
      query: [{ name: query, value: [query] }],
      headers: [
        { name: 'X-A', value: [`a ${ascii(header)} `, { env: 'SHEAF_VALUE' }] },
        ...(type ? [{ name: 'Content-Type', value: [type] }] : []),
      ],
      body,
    }
  })
}

const VALUE = `it's & "$(touch marker)"`
const FILE = 'bytes\n'

/** What the server must receive of a request. */
function expected({ method, query, headers, body }: SampleRequest) {
  const plain = (value: SampleRequest['url']) => value.map((piece) => (typeof piece === 'string' ? piece : VALUE)).join('')
  const isForm = body?.kind === 'form' || body?.kind === 'multipart'
  const text = body?.kind === 'text' ? plain(body.text) : body?.kind === 'binary' ? FILE : ''
  const form = isForm
    ? body.fields.map((field) => {
        const value = 'file' in field ? `${field.file}: ${FILE}` : plain(field.value)
        return [field.name, body.kind === 'multipart' ? oneBreak(value) : value]
      })
    : undefined
  return { method, query: query.map((one) => [one.name, plain(one.value)]), header: plain(headers[0]!.value), form, text }
}

const python = spawnSync('python3', ['-c', 'import requests']).status === 0
const php = spawnSync('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']).status === 0

/** How the samples of a language become one program. */
const programs: Record<string, { command: string; file: string; program: (samples: string[]) => string; runs: boolean; needs: string }> = {
  curl: {
    command: 'bash',
    file: 'run.sh',
    runs: true,
    needs: '',
    program: (samples) => samples.map((sample) => `${sample} --silent --output /dev/null`).join('\n'),
  },
  JavaScript: {
    command: process.execPath,
    file: 'run.mjs',
    runs: true,
    needs: '',
    program: (samples) => {
      const fs = "import { openAsBlob } from 'node:fs'\n"
      return `${fs}${samples.map((sample) => `{\n${sample.replace(fs, '')}\n}`).join('\n')}`
    },
  },
  Python: {
    command: 'python3',
    file: 'run.py',
    runs: python,
    needs: ' (needs Python with requests)',
    program: (samples) => samples.join('\n'),
  },
  PHP: {
    command: 'php',
    file: 'run.php',
    runs: php,
    needs: ' (needs PHP with curl)',
    program: (samples) => `<?php\n${samples.map((sample) => sample.replace('<?php\n', '')).join('\n')}`,
  },
}

describe('S215: a sample, run, sends exactly the request and starts nothing', () => {
  for (const { label, write } of sampleLanguages) {
    const { command, file, program, runs, needs } = programs[label] ?? {
      command: '',
      file: '',
      program: () => '',
      runs: false,
      needs: undefined,
    }
    if (needs === undefined) continue
    it.skipIf(!runs)(`${label}${needs}`, async () => {
      const own = join(folder, label)
      mkdirSync(own)
      writeFileSync(join(own, 'file.bin'), FILE)
      const all = requests(64)
      writeFileSync(join(own, file), program(all.map(write)))
      received.length = 0
      await run(command, [file], { cwd: own, env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', SHEAF_BASE: base, SHEAF_VALUE: VALUE } })
      const found = received.map(({ url, ...rest }) => ({ ...rest, query: [...new URL(url, base).searchParams] }))
      expect(found).toEqual(all.map(expected))
      expect(readdirSync(own).sort()).toEqual(['file.bin', file])
    })
  }
})
