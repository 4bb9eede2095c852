import { Form, Input, Radio, Select } from 'antd'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { SecretInput } from '../fields/secret-input.tsx'
import { SwitchField } from '../fields/switch-field.tsx'
import { Trial } from '../fields/trial.tsx'
import { siteWords } from './settings.words.ts'

/** Whether files can be written, read and taken away where the form says. */
function StorageTrial() {
  const t = useWords(siteWords)
  const form = Form.useFormInstance()
  const run = async () => {
    const { place } = await api.adminSetting.testStorage({ oss_setting: JSON.stringify(form.getFieldValue('oss_setting')) })
    return t.storageFine(place)
  }
  return <Trial about={t.storageTrial} onTry={run} />
}

const providers = ['aliyun', 'qiniu', 'qcloud', 's3'] as const
type Provider = (typeof providers)[number]

/** What each of them wants to know. */
const wanted = {
  aliyun: ['key', 'secret', 'endpoint', 'bucket'],
  qiniu: ['key', 'secret', 'bucket', 'region'],
  qcloud: ['secretId', 'secretKey', 'region', 'bucket'],
  s3: ['key', 'secret', 'endpoint', 'region', 'bucket'],
} as const satisfies Record<Provider, string[]>
const secret = new Set<string>(['secret', 'secretKey'])
/** Most stores of one's own have one region and do not name it. */
const maybeEmpty = (provider: Provider, field: string) => provider === 's3' && field === 'region'

/** A cloud store for uploaded files, with the fields of its provider. */
export function StorageFields() {
  const t = useWords(siteWords)
  const open = Form.useWatch('oss_open') as boolean | undefined
  const provider = (Form.useWatch(['oss_setting', 'oss_type']) as Provider | undefined) ?? 'aliyun'
  const isDirect = Form.useWatch(['oss_setting', 'public_read']) === '1'
  const helps: Record<Provider, Partial<Record<string, string>>> = {
    aliyun: { endpoint: t.endpointAliyun },
    qiniu: { region: t.regionQiniu },
    qcloud: { region: t.regionQcloud, bucket: t.bucketQcloud },
    s3: { endpoint: t.endpointS3, region: t.regionS3 },
  }
  return (
    <>
      <SwitchField name="oss_open" label={t.storageOpen} help={t.storageHelp} />
      {open && (
        <>
          <div className="adm-box">
            <Form.Item name={['oss_setting', 'oss_type']} label={t.provider} required>
              <Select options={providers.map((value) => ({ value, label: t[value] }))} />
            </Form.Item>
            {wanted[provider].map((field) => (
              <Form.Item
                key={field}
                name={['oss_setting', field]}
                label={t[field]}
                extra={helps[provider][field]}
                rules={maybeEmpty(provider, field) ? [] : [{ required: true, whitespace: true, message: t.missing }]}
                validateTrigger="onSubmit"
              >
                {secret.has(field) ? <SecretInput /> : <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />}
              </Form.Item>
            ))}
            <Form.Item name={['oss_setting', 'protocol']} label={t.protocol} extra={t.protocolHelp} required>
              <Select options={['https', 'http'].map((value) => ({ value, label: value.toUpperCase() }))} />
            </Form.Item>
            {provider === 's3' && (
              <Form.Item name={['oss_setting', 'addressing']} label={t.addressing} required>
                <Radio.Group className="adm-radios">
                  <Radio value="path">{t.byPath}</Radio>
                  <Radio value="virtual">{t.byHost}</Radio>
                </Radio.Group>
              </Form.Item>
            )}
            <SwitchField name={['oss_setting', 'public_read']} label={t.direct} help={t.directHelp} asDigit />
            {isDirect && (
              <Form.Item name={['oss_setting', 'domain']} label={t.domain} extra={t.domainHelp}>
                <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
              </Form.Item>
            )}
          </div>
          <StorageTrial />
        </>
      )}
    </>
  )
}
