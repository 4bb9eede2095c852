/** What the path of a change in a call means. `media` and `path` are '' where there are none. */
export type Place =
  | { kind: 'parameter'; place: 'path' | 'query' | 'header' | 'cookie'; path: string }
  | { kind: 'body'; media: string; path: string }
  | { kind: 'response'; status: string; media: string; path: string }
  | { kind: 'responseHeader'; status: string; path: string }
  | { kind: 'callback'; name: string; inner: Place | undefined }
  | { kind: 'field'; path: string }

const parameter = /^(path|query|header|cookie)\.(.+)$/
const body = /^body(?:\(([^()]*)\))?(?=[.[<]|$)\.?(.*)$/
const responseHeader = /^([1-5](?:\d\d|xx)|default)\.header\.(.+)$/
const response = /^([1-5](?:\d\d|xx)|default)(?:\(([^()]*)\))?(?=[.[<]|$)\.?(.*)$/
const callback = /^callback\.(`(?:[^`]|``)*`|[^.`]+)(?:\.(.+))?$/

export function placeIn(path: string): Place {
  const [, place, name = ''] = parameter.exec(path) ?? []
  if (place === 'path' || place === 'query' || place === 'header' || place === 'cookie') return { kind: 'parameter', place, path: name }
  const inBody = body.exec(path)
  if (inBody) return { kind: 'body', media: inBody[1] ?? '', path: inBody[2] ?? '' }
  const header = responseHeader.exec(path)
  if (header) return { kind: 'responseHeader', status: header[1] ?? '', path: header[2] ?? '' }
  const found = response.exec(path)
  if (found) return { kind: 'response', status: found[1] ?? '', media: found[2] ?? '', path: found[3] ?? '' }
  const called = callback.exec(path)
  if (!called) return { kind: 'field', path }
  return { kind: 'callback', name: called[1] ?? '', inner: called[2] ? placeIn(called[2]) : undefined }
}
