import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseProof, readProofs, withoutProof, withProof, withTarget } from './proofs.ts'

it('reads files with symbols and lines, operations, tables and addresses, and nothing else', () => {
  expect(parseProof('shop:src/orders.ts#createOrder')).toMatchObject({
    kind: 'file',
    repo: 'shop',
    path: 'src/orders.ts',
    selector: 'createOrder',
  })
  expect(parseProof(' shop:src/a file.ts#L12-40 ')).toMatchObject({ target: 'shop:src/a file.ts#L12-40', selector: 'L12-40' })
  expect(parseProof('shop:Makefile')).toMatchObject({ path: 'Makefile', selector: '' })
  expect(parseProof('operation  orders   POST /orders/{}')).toMatchObject({
    target: 'operation orders POST /orders/{}',
    source: 'orders',
    key: 'POST /orders/{}',
  })
  expect(parseProof('table main public.orders')).toMatchObject({ kind: 'table', source: 'main', key: 'public.orders' })
  expect(parseProof('https://example.com/a?b=c#d')).toMatchObject({ kind: 'address', repo: '' })
  const wrong = ['', 'orders.ts', 'shop:', 'shop:/etc/passwd', 'shop:../a', 'shop:a/../b', 'shop:a\\b', 'shop:a.ts#', 'shop:a b#c d']
  const addresses = ['https://user:secret@example.com/', 'https://', 'ftp://example.com/a', 'javascript:alert(1)//', 'https://a b']
  for (const one of [...wrong, ...addresses, 'operation orders', 'shop:a\u0000', 'shop:a --> b', `shop:${'a'.repeat(500)}`])
    expect([one, parseProof(one)]).toEqual([one, undefined])
})

const page = `<!-- source: shop:a.ts -->
Intro \`<!-- source: shop:span.ts -->\` and <!--source:shop:b.ts#f-->.

# Orders *now*

\`\`\`html
<!-- source: shop:fenced.ts -->
\`\`\`

Refunds
-------
Text <!-- source: operation orders refund --> <!-- source: nonsense -->
- ~~~
  <!-- source: shop:listed.ts -->
  ~~~

<!-- source: shop:open.ts
`

it('finds proofs with the heading of their section, not those in code', () => {
  expect(readProofs(page).map(({ target, heading }) => [target, heading])).toEqual([
    ['shop:a.ts', ''],
    ['shop:b.ts#f', ''],
    ['operation orders refund', 'Refunds'],
  ])
  for (const { from, to } of readProofs(page)) expect(page.slice(from, to)).toMatch(/^<!--.*-->$/)
  expect(readProofs('<!-- source: a:b -->\n'.repeat(50))).toHaveLength(20)
})

it('adds, changes and removes a proof, and nothing else in the text', () => {
  const text = 'Intro\r\n\r\n# A\r\nText\r\n\r\nB\r\n===\r\n\r\nMore'
  const one = withProof(text, 'A', { target: 'shop:a.ts' }) ?? ''
  expect(one).toBe('Intro\r\n\r\n# A\r\n\r\n<!-- source: shop:a.ts -->\r\n\r\nText\r\n\r\nB\r\n===\r\n\r\nMore')
  const two = withProof(one, 'A', { target: 'shop:b.ts' }) ?? ''
  expect(two).toContain('<!-- source: shop:a.ts -->\r\n<!-- source: shop:b.ts -->\r\n\r\nText')
  const three = withProof(two, 'B', { target: 'shop:c.ts' }) ?? ''
  expect(three).toMatch(/B\r\n===\r\n\r\n<!-- source: shop:c.ts -->\r\n\r\nMore$/)
  expect(withProof(three, '', { target: 'shop:d.ts' })).toMatch(/^<!-- source: shop:d.ts -->\r\n\r\nIntro/)
  expect(withProof(three, 'C', { target: 'shop:d.ts' })).toBeUndefined()
  const [first] = readProofs(three)
  expect(first && withTarget(three, first, { target: 'shop:z.ts' })).toBe(three.replace('shop:a.ts', 'shop:z.ts'))
  const [only] = readProofs(one)
  expect(only && withoutProof(one, only)).toBe('Intro\r\n\r\n# A\r\n\r\nText\r\n\r\nB\r\n===\r\n\r\nMore')
})

it('reads back what it writes, in any text', () => {
  const piece = fc.constantFrom(
    '# A',
    'Text',
    '',
    '```',
    '~~~',
    '`',
    '<!-- source: shop:x.ts -->',
    'A\n===',
    '> ```',
    '- item',
    '-->',
    '<!--',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (lines) => {
      const text = lines.join('\n')
      const before = readProofs(text)
      const written = withProof(text, '', { target: 'shop:new.ts' }) ?? ''
      const proof = readProofs(written).find(({ target }) => target === 'shop:new.ts')
      expect(proof?.heading).toBe('')
      expect(readProofs(written)).toHaveLength(before.length + 1)
      for (const one of before) expect(readProofs(withoutProof(text, one)).length).toBe(before.length - 1)
    }),
    { seed: 1, numRuns: 300 },
  )
})

it('takes linear time', () => {
  const long = [
    '<!-- source:'.repeat(200_000),
    '`'.repeat(1_000_000),
    '<!-- source: a:b\n'.repeat(200_000),
    `${'`a '.repeat(300_000)}<!-- source: a:b -->`,
  ]
  for (const text of long) expect(readProofs(text).length).toBeLessThanOrEqual(20)
})
