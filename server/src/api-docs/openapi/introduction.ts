import { code } from '../api/api-cell.ts'
import { blocks } from '../api/api-text.ts'
import { own, textAt } from './json.ts'
import { externalDocs } from './schema/schema-notes.ts'
import { schemeBlocks } from './security.ts'
import { serverBlocks, serversOf } from './servers.ts'
import type { Source } from './source.ts'
import type { Tag } from './tags.ts'

const escaped = (text: string) => text.replace(/\s+/g, ' ').replace(/[\\`*_<[\]#$]/g, '\\$&')

const linked = (text: string, url: string) =>
  url ? `[${escaped(text || url)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)` : escaped(text)

/** Which version this is, whom to ask, what is allowed: on one line. */
function facts({ t, root }: Source): string {
  const info = own(root, 'info')
  const contact = own(info, 'contact')
  const license = own(info, 'license')
  const email = textAt(contact, 'email')
  const who = [linked(textAt(contact, 'name'), textAt(contact, 'url')), email && `<${email.replace(/[<>\s]/g, '')}>`]
    .filter(Boolean)
    .join(', ')
  const terms = textAt(info, 'termsOfService')
  const rights = linked(textAt(license, 'name') || textAt(license, 'identifier'), textAt(license, 'url'))
  const lines = [
    textAt(info, 'version') && t.version(escaped(textAt(info, 'version'))),
    who && t.fact(t.contact, who),
    rights && t.fact(t.license, rights),
    terms && t.fact(t.terms, `<${terms.replace(/[<>\s]/g, encodeURIComponent)}>`),
    externalDocs(own(root, 'externalDocs')),
  ]
  return lines.filter(Boolean).join(' · ')
}

const section = (title: string, content: string[]) => (content.length > 0 ? [`## ${title}`, ...content] : [])

/** What the groups are: a list of lines, or a section each where somebody wrote more. */
function groupBlocks(tags: Tag[]): string[] {
  const described = tags
    .map((tag) => ({ ...tag, docs: externalDocs(own(tag.said, 'externalDocs')) }))
    .filter(({ description, docs }) => description || docs)
  const name = (tag: Tag) => (tag.title === tag.name ? '' : code(tag.name))
  const isShort = ({ description }: Tag) => !/\n|^(?:#|[-*+>|]\s|```)/.test(description)
  if (!described.every(isShort))
    return described.flatMap((tag) => [`### ${escaped(tag.title)}`, name(tag), blocks(tag.description), tag.docs].filter(Boolean))
  const lines = described.map(
    (tag) => `- ${[`**${escaped(tag.title)}**`, name(tag), blocks(tag.description), tag.docs].filter(Boolean).join(' · ')}`,
  )
  return lines.length > 0 ? [lines.join('\n')] : []
}

/** The page that stands before all others: what the whole of it is, where it answers, who may call, and what its parts are. */
export function introduction(source: Source, tags: Tag[]): string {
  const { t, root } = source
  const info = own(root, 'info')
  const all = [
    blocks(textAt(info, 'summary')),
    facts(source),
    blocks(textAt(info, 'description')),
    ...section(t.servers, serverBlocks(source, serversOf(source, root))),
    ...section(t.security, schemeBlocks(source)),
    ...section(t.groups, groupBlocks(tags)),
  ]
  return `${all.filter(Boolean).join('\n\n')}\n`
}
