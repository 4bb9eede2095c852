import { Refusal } from '@sheaf/contract'
import { createChallenge, drawCaptcha, drawChallenge } from '../auth/captcha.ts'
import { sessionOf } from '../auth/session.ts'
import type { AllHandlers, Ctx } from '../context.ts'
import { RawResponse } from '../http/encode.ts'
import { version } from '../runtime/config.ts'
import { qrSvg } from '../runtime/qr.ts'
import { siteSettings } from './settings.store.ts'

const png = (bytes: Buffer) => new RawResponse(bytes, { 'content-type': 'image/png', 'cache-control': 'no-store' })

/** Only addresses of this site become a QR code (D9): the public URL, or the host of the request. */
function mustBeOwnAddress(ctx: Ctx, given: string) {
  const address = URL.canParse(given) ? new URL(given) : undefined
  const own = [ctx.config.PUBLIC_URL ? new URL(ctx.config.PUBLIC_URL).host : undefined, ctx.headers.host]
  const isHere =
    address &&
    /^https?:$/.test(address.protocol) &&
    (own.includes(address.host) || (own[1]?.startsWith('127.0.0.1') && address.hostname === '127.0.0.1'))
  if (!isHere) throw new Refusal('qrcodeAddress')
}

/** Existing clients encode the address twice. */
function plainly(url: string) {
  try {
    return /^https?%3A/i.test(url) ? decodeURIComponent(url) : url
  } catch {
    return url
  }
}

/** A PNG with modules of `scale` pixels and a margin of two modules. Refuses a text that the largest QR code does not hold. */
async function drawQrCode(text: string, scale: number): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const svg = await qrSvg(text).catch(() => {
    throw new Refusal('badInput', { field: 'url' })
  })
  return (await renderAsync(svg, { fitTo: { mode: 'zoom', value: scale } })).asPng()
}

export const common: Omit<AllHandlers['common'], 'visitFile'> = {
  async homePageSetting(_input, ctx) {
    const { home_page, home_item, beian } = await siteSettings(ctx)
    return { home_page: Number(home_page), home_item: Number(home_item), beian }
  },

  async verify(_input, ctx) {
    return png(await drawCaptcha(ctx, await sessionOf(ctx)))
  },

  async qrcode({ size, url }, ctx) {
    const given = plainly(url)
    mustBeOwnAddress(ctx, given)
    if (size > 10) throw new Refusal('badInput', { field: 'size' })
    return png(await drawQrCode(given, size || 6))
  },

  version: () => ({ version }),
  createCaptcha: async (_input, ctx) => ({ captcha_id: await createChallenge(ctx) }),
  showCaptcha: async ({ captcha_id }, ctx) => png(await drawChallenge(ctx, captcha_id)),
}

/** Retention and migrations run inside the server. These calls only answer clients that still send them (D14). */
export const ScriptCron: AllHandlers['ScriptCron'] = { run: () => [] }
export const update: AllHandlers['update'] = { checkDb: () => [] }
