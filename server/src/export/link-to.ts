const encode = (part: string) => encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The address of one file as it is written in another. */
export function linkTo(from: string, to: string): string {
  const [here, there] = [from.split('/').slice(0, -1), to.split('/')]
  let same = 0
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same++
  return [...here.slice(same).map(() => '..'), ...there.slice(same).map(encode)].join('/')
}
