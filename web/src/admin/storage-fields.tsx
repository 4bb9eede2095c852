import { Form, Input, Select } from 'antd'
import { useWords } from '../lib/words.ts'
import { SecretInput } from './secret-input.tsx'
import { siteWords } from './site-settings.words.ts'
import { SwitchField } from './switch-field.tsx'

const providers = ['aliyun', 'qiniu', 'qcloud', 's3'] as const
type Provider = (typeof providers)[number]

/** What each of them wants to know; the last ones may stay empty. */
const wanted = {
  aliyun: ['key', 'secret', 'endpoint', 'bucket'],
  qiniu: ['key', 'secret', 'bucket', 'region'],
  qcloud: ['secretId', 'secretKey', 'region', 'bucket'],
  s3: ['key', 'secret', 'endpoint', 'region', 'bucket'],
} as const satisfies Record<Provider, string[]>
const secret = new Set<string>(['secret', 'secretKey'])

/** A cloud store for uploaded files, with the fields of its provider. */
export function StorageFields() {
  const t = useWords(siteWords)
  const open = Form.useWatch('oss_open') as boolean | undefined
  const provider = (Form.useWatch(['oss_setting', 'oss_type']) as Provider | undefined) ?? 'aliyun'
  return (
    <>
      <SwitchField name="oss_open" label={t.storageOpen} help={t.storageHelp} />
      {open && (
        <div className="adm-box">
          <Form.Item name={['oss_setting', 'oss_type']} label={t.provider} required>
            <Select options={providers.map((value) => ({ value, label: t[value] }))} />
          </Form.Item>
          {wanted[provider].map((field) => (
            <Form.Item
              key={field}
              name={['oss_setting', field]}
              label={t[field]}
              rules={[{ required: true, whitespace: true, message: t.missing }]}
              validateTrigger="onSubmit"
            >
              {secret.has(field) ? <SecretInput /> : <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />}
            </Form.Item>
          ))}
          <Form.Item name={['oss_setting', 'protocol']} label={t.protocol} required>
            <Select options={['https', 'http'].map((value) => ({ value, label: value.toUpperCase() }))} />
          </Form.Item>
          <Form.Item name={['oss_setting', 'domain']} label={t.domain} extra={t.domainHelp}>
            <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </Form.Item>
        </div>
      )}
    </>
  )
}
