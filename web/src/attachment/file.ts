import type { Answer } from '@sheaf/contract/client'

/** A file on a page, and one of the caller's own. */
export type PageFile = Answer<'page', 'uploadList'>[number]
export type OwnFile = Answer<'attachment', 'getMyList'>['list'][number]

export const ALL = '-1'
export const PICTURES = '1'
export const OTHERS = '2'

/** The pictures the server takes as such (SPEC 5); any other image is a file like others. */
const PICTURE = /\.(?:jpe?g|gif|png|bmp|webp)$/i

export const isPicture = (name: string) => PICTURE.test(name)

/** By the kind the server found in it; others are images too, but nothing a browser shows. */
export const isPictureType = (file_type: string) => /^image\/(?:jpe?g|gif|png|bmp|webp)$/.test(file_type)

const inWords = (text: string) => text.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ')

/** As it stands in the text of a page. */
export const markdownOf = (name: string, url: string, picture: boolean) =>
  picture ? `![${inWords(name.replace(PICTURE, ''))}](${url})` : `[${inWords(name)}](${url})`

/** What of an address makes it the same file, however the server spells the rest. */
const signOf = (url: string) => /[0-9a-f]{32}/.exec(url)?.[0] ?? url

/** Whether the text shows or links the file. */
export const isIn = (text: string, url: string) => text.includes(signOf(url))
