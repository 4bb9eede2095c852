/** Pictures that are shown in place; everything else is offered as a download. */
export const pictures: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  png: 'image/png',
  bmp: 'image/bmp',
  webp: 'image/webp',
}

export const extensionOf = (name: string) => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** The kind of picture these bytes are, whatever the name says. */
export function pictureIn(head: Buffer): string | undefined {
  const hex = head.subarray(0, 12).toString('hex')
  if (hex.startsWith('89504e470d0a1a0a')) return 'image/png'
  if (hex.startsWith('ffd8ff')) return 'image/jpeg'
  if (/^47494638(37|39)61/.test(hex)) return 'image/gif'
  if (hex.startsWith('52494646') && head.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp'
  if (hex.startsWith('424d')) return 'image/bmp'
  return undefined
}
