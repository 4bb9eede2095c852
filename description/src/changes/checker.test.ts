import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { documentOf } from '../openapi/openapi.ts'
import { changesBetween } from './changes.ts'
import { TODAY } from './test/pairs.ts'

/** Pairs of descriptions from the tests of another checker, and how it classifies the change: `error`, `warning` or `note`. */
interface Pairs {
  pairs: { before: string; after: string; level: 'error' | 'warning' | 'note' }[]
  files: Record<string, string>
}
const { pairs, files } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../testdata/oasdiff/pairs.json', import.meta.url)), 'utf8'),
) as Pairs

/** Pairs that differ on purpose; docs/decisions/0099 has the reasons. The names are those of the files before and after. */
const DIFFERENT = [
  // It classifies these as errors.
  'not_base.yaml not_revision.yaml',
  'request_body_any_of_media_type_base.yaml request_body_any_of_media_type_revision.yaml',
  'request_parameter_pattern_added_or_changed_revision.yaml request_parameter_pattern_added_or_changed_base.yaml',
  'request_property_all_of_added_base.yaml request_property_all_of_added_revision.yaml',
  'request_property_pattern_added_or_changed_revision.yaml request_property_pattern_added_or_changed_base.yaml',
  'sub_schema_added_property_base.yaml sub_schema_added_property_revision.yaml',
  'webhook_operation_base.yaml webhook_operation_revision.yaml',
  // It classifies these as notes.
  'api_security_added_base.yaml api_security_added_revision.yaml',
  'api_security_global_added_base.yaml api_security_global_added_revision.yaml',
  'api_security_updated_revision.yaml api_security_updated_base.yaml',
  'request_body_default_value_changed_base.yaml request_body_default_value_changed_revision.yaml',
  'request_param_multitype_to_array_31_base.yaml request_param_multitype_to_array_31_revision.yaml',
  'request_xml_type_compatible_base.yaml request_xml_type_compatible_revision.yaml',
  'response_property_any_of_added_base.yaml response_property_any_of_added_revision.yaml',
  'response_xml_type_compatible_base.yaml response_xml_type_compatible_revision.yaml',
]

const isBreaking = ({ before, after }: Pairs['pairs'][number]) =>
  changesBetween(documentOf(files[before] ?? ''), documentOf(files[after] ?? ''), TODAY).changes.some((one) => one.class === 'breaking')

describe('compared with the classes of another checker', () => {
  it.each(['error', 'note'] as const)('what it calls %s is as breaking here, apart from the listed pairs', (level) => {
    const all = pairs.filter((pair) => pair.level === level)
    expect(all.length).toBeGreaterThan(50)
    const others = all.filter((pair) => isBreaking(pair) !== (level === 'error')).map(({ before, after }) => `${before} ${after}`)
    const listed = DIFFERENT.filter((pair) => all.some(({ before, after }) => `${before} ${after}` === pair))
    expect(others.sort()).toEqual(listed.sort())
  })

  it('every listed pair is one of it', () => {
    const known = new Set(pairs.map(({ before, after }) => `${before} ${after}`))
    expect(DIFFERENT.filter((pair) => !known.has(pair))).toEqual([])
  })
})
