import type { Answer } from '@sheaf/contract/client'
import { readBoot } from '../lib/boot.ts'

/** A file attached to a page, and a file uploaded by the user. */
export type PageFile = Answer<'page', 'uploadList'>[number]
export type OwnFile = Answer<'attachment', 'getMyList'>['list'][number]

export const ALL = '-1'
export const PICTURES = '1'
export const OTHERS = '2'

/** Images that the server treats as pictures (SPEC 5); any other image is an ordinary file. */
const PICTURE = /\.(?:jpe?g|gif|png|bmp|webp)$/i

export const isPicture = (name: string) => PICTURE.test(name)

/** Checks the media type that the server detected. Browsers cannot display other image types. */
export const isPictureType = (file_type: string) => /^image\/(?:jpe?g|gif|png|bmp|webp)$/.test(file_type)

const escapeLabel = (text: string) => text.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ')

/** Without the base path of the site, which every reader of the text adds: texts outlive a move of the site to another path. */
function withoutBase(url: string) {
  const { base } = readBoot()
  return base && url.startsWith(`${base}/`) ? url.slice(base.length) : url
}

/** The Markdown that shows a picture or links a file. */
export const markdownOf = (name: string, url: string, picture: boolean) =>
  picture ? `![${escapeLabel(name.replace(PICTURE, ''))}](${withoutBase(url)})` : `[${escapeLabel(name)}](${withoutBase(url)})`

/** The hash in an address identifies the file; the rest of the address can vary. */
const hashOf = (url: string) => /[0-9a-f]{32}/.exec(url)?.[0] ?? url

/** Whether the text shows or links the file. */
export const usesFile = (text: string, url: string) => text.includes(hashOf(url))
