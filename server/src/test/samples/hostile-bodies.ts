/** Request bodies designed to be expensive, each of about `bytes` bytes. Tests use small ones and the benchmark large ones. */
export interface Family {
  type: string
  make: (bytes: number) => Buffer | string
}

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const multipart = 'multipart/form-data; boundary=b'
const times = (text: string, bytes: number) => text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))))
const part = (name: string, text: string, more = '') => `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`

function keys(bytes: number) {
  const pairs: string[] = []
  for (let size = 0, n = 0; size < bytes - 20; n++) {
    const pair = `"k${n}":1`
    pairs.push(pair)
    size += pair.length + 1
  }
  return `{${pairs.join()}}`
}

export const families: Record<string, Family> = {
  'a form of pairs without a value': { type: form, make: (bytes) => times('a&', bytes) },
  'a form of many pairs': { type: form, make: (bytes) => times('a=1&', bytes) },
  'a form of one value that is all escaped': { type: form, make: (bytes) => `page_content=${times('%E9%A1%B5', bytes - 13)}` },
  'a form of plus signs': { type: form, make: (bytes) => `is_urlencode=1&page_content=${times('+', bytes - 28)}` },
  'a form of broken escapes': { type: form, make: (bytes) => `is_urlencode=1&page_content=${times('%', bytes - 28)}` },
  'raw text of many parts': { type: form, make: (bytes) => `content=a b${times('\n&', bytes - 11)}` },
  'raw text of replaced signs': { type: form, make: (bytes) => `content=a b${times('_this_and_change_', bytes - 11)}` },
  'raw text that is no UTF-8': { type: form, make: (bytes) => Buffer.concat([Buffer.from('content='), Buffer.alloc(bytes - 8, 0xe9)]) },
  'JSON that is deep': { type: json, make: (bytes) => `{"a":${'['.repeat(bytes / 2 - 3)}${']'.repeat(bytes / 2 - 3)}}` },
  'JSON that is deep and has no end': { type: json, make: (bytes) => times('{"a":', bytes) },
  'JSON with a long list': { type: json, make: (bytes) => `{"page_content":[${times('1,', bytes - 22)}1]}` },
  'JSON with a list of objects': { type: json, make: (bytes) => `{"cats":[${times('{},', bytes - 13)}{}]}` },
  'JSON with many keys': { type: json, make: keys },
  'JSON with one long text': { type: json, make: (bytes) => `{"page_content":"${times('页\\n\\u9875', bytes - 20)}"}` },
  'JSON with a text of JSON': { type: json, make: (bytes) => JSON.stringify({ cats: times('[{"cat_id":', bytes / 1.3), pages: '[]' }) },
  'JSON with NULs and halves of characters': { type: json, make: (bytes) => `{"page_content":"${times('\\u0000\\ud800', bytes - 20)}"}` },
  'JSON with __proto__': { type: json, make: (bytes) => `{"__proto__":{"a":"${times('x', bytes - 50)}"},"constructor":{"prototype":1}}` },
  'multipart with many parts': { type: multipart, make: (bytes) => `${times(part('a', ''), bytes)}--b--\r\n` },
  'multipart with 200 parts': {
    type: multipart,
    make: (bytes) => `${Array.from({ length: 199 }, (_, n) => part(`a${n}`, times('x', bytes / 200 - 60))).join('')}--b--\r\n`,
  },
  'multipart with a part of JSON': {
    type: multipart,
    make: (bytes) => `${part('cats', times('[', bytes - 100), '\r\ncontent-type: application/json')}--b--\r\n`,
  },
  'multipart that almost ends': { type: multipart, make: (bytes) => part('page_content', times('\r\n--', bytes - 80)) },
  'multipart with an unexpected file': {
    type: multipart,
    make: (bytes) => `${part('file', times('\r\n-', bytes - 120), '; filename="a.zip"')}--b--\r\n`,
  },
}
