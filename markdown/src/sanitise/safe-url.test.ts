import { describe, expect, it } from 'vitest'
import { safeUrl } from './safe-url.ts'

describe('the address of a link or a picture', () => {
  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'vbscript:x', 'data:text/html,<script>', 'file:///etc/passwd'])(
    'is refused with the scheme of %s',
    (url) => expect([safeUrl(url, 'link'), safeUrl(url, 'image'), safeUrl(url, 'media')]).toEqual([undefined, undefined, undefined]),
  )

  it.each([0x00, 0x09, 0x0a, 0x0d, 0x1f, 0x7f, 0x9f])('is read without the control character %i, as browsers read it', (code) => {
    const control = String.fromCodePoint(code)
    expect(safeUrl(`java${control}script:alert(1)`, 'link')).toBeUndefined()
    expect(safeUrl(`https://example.com/${control}orders`, 'link')).toBe('https://example.com/orders')
  })

  it.each(['\u00ad', '\u200b', '\u2028', '\u2060', '\ufeff'])('is refused if an invisible character hides the scheme', (hidden) =>
    expect(safeUrl(`java${hidden}script:alert(1)`, 'link')).toBeUndefined(),
  )

  it('is data for pictures only', () => {
    const url = 'data:image/png;base64,iVBORw0KGgo='
    expect([safeUrl(url, 'image'), safeUrl(url, 'link'), safeUrl(url, 'media')]).toEqual([url, undefined, undefined])
    expect(safeUrl('data:image/svg+xml;base64,PHN2Zz4=', 'image')).toBeUndefined()
  })

  it.each(['/1/2', '#part', '?a=b:c', 'orders', 'https://example.com', 'mailto:docs@example.com'])('is kept: %s', (url) =>
    expect(safeUrl(url, 'link')).toBe(url),
  )
})
