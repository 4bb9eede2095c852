import { apiPageMethod } from './api-page.ts'

const methods = /^(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS|WS)$/
const fenced = /^(?:`{3,}|~{3,})[ \t]*endpoint\b[^\n]*\n[ \t]*([A-Z]{2,10}|get|post|put|delete|patch|head|options)[ \t]+\S/m
// ShowDoc's template and what people make of it: the label as a heading, in bold or plain, the method behind a colon or on a line below.
const label = '(?:请求方式|请求方法|Request method|HTTP method|Method)'
const labelled = new RegExp(
  `^[ \\t]*(?:[-*+] |#{1,6} )?[*_]{0,3}${label}(?:[ \\t]*[:：][*_ \\t]{0,5}|[*_]{0,3}[ \\t]*[:：]?[ \\t]*(?:\\r?\\n[ \\t]*){1,2}[-*+>][ \\t]+|[*_]{2,3}[:：]?[ \\t]*)(?:(?:\\r?\\n[ \\t]*){1,2}[-*+>][ \\t]+)?[\`*_]{0,3}(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)[\`*_]{0,3}[ \\t]*$`,
  'im',
)
const LOOK = 3000

/**
 * The method of a page that documents one call, "" for any other page. In Markdown it is looked for where such pages begin: an
 * endpoint line, or the line ShowDoc's template has.
 */
export function methodOf(content: string): string {
  const made = apiPageMethod(content)
  if (made !== undefined) return methods.test(made) ? made : ''
  const start = content.slice(0, LOOK)
  const method = (fenced.exec(start) ?? labelled.exec(start))?.[1]?.toUpperCase() ?? ''
  return methods.test(method) ? method : ''
}
