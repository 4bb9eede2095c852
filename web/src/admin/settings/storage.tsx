import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { required, useFormContext } from '../../ui/forms/form.tsx'
import { FormRadios, FormSelect, FormSwitch, FormText } from '../../ui/forms/form-fields.tsx'
import { type Config, ConfigForm } from '../config.tsx'
import { ConnectionTest, maskedSecrets, SecretField } from '../fields.tsx'
import { siteWords } from './settings.words.ts'

/** Tests whether files can be written, read and deleted in the storage of the form. */
function StorageTrial() {
  const t = useWords(siteWords)
  const { values } = useFormContext()
  if (values['oss_open'] !== '1') return null
  const run = async () => {
    const { place } = await api.adminSetting.testStorage({ oss_setting: JSON.stringify(storageOf(values)) })
    return t.storageFine(place)
  }
  return <ConnectionTest about={t.storageTrial} onTry={run} />
}

const providers = ['aliyun', 'qiniu', 'qcloud', 's3'] as const
type Provider = (typeof providers)[number]

/** The fields of each provider. */
const providerFields = {
  aliyun: ['key', 'secret', 'endpoint', 'bucket'],
  qiniu: ['key', 'secret', 'bucket', 'region'],
  qcloud: ['secretId', 'secretKey', 'region', 'bucket'],
  s3: ['key', 'secret', 'endpoint', 'region', 'bucket'],
} as const satisfies Record<Provider, string[]>
const secret = new Set<string>(['secret', 'secretKey'])
/** Most self-hosted stores have a single, unnamed region. */
const maybeEmpty = (provider: Provider, field: string) => provider === 's3' && field === 'region'

const providerOf = ({ oss_type }: Record<string, string>) => providers.find((provider) => provider === oss_type) ?? 'aliyun'

const EMPTY: NonNullable<Config['oss_setting']> = {
  oss_type: '',
  key: '',
  secret: '',
  endpoint: '',
  bucket: '',
  protocol: '',
  domain: '',
  region: '',
  secretId: '',
  secretKey: '',
  addressing: '',
  public_read: '',
}

/** The storage settings as the form shows them. */
const storageFrom = ({ oss_open, oss_setting }: Config) => ({
  ...EMPTY,
  ...oss_setting,
  oss_open,
  oss_type: oss_setting?.oss_type || 'aliyun',
  protocol: oss_setting?.protocol || 'https',
  addressing: oss_setting?.addressing || 'path',
})

/** The storage settings to send: the fields of the provider and those common to all providers. */
function storageOf(values: Record<string, string>) {
  const provider = providerOf(values)
  const names = ['oss_type', ...providerFields[provider], 'protocol', ...(provider === 's3' ? ['addressing'] : []), 'public_read', 'domain']
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']))
}

/** Where uploaded files are kept. A store that is on is sent as a whole: the fields of its provider belong together. */
export function StorageSettings({ config }: { config: Config }) {
  const t = useWords(siteWords)
  return (
    <ConfigForm
      title={t.storage}
      about={t.storageAbout}
      stored={storageFrom(config)}
      select={storageFrom}
      toSend={({ oss_open }, all) => ({
        ...(oss_open !== undefined && { oss_open }),
        ...(all.oss_open === '1' && { oss_setting: JSON.stringify(storageOf(all)) }),
      })}
      shownAfter={maskedSecrets(['secret', 'secretKey'])}
      below={<StorageTrial />}
    >
      <StorageFields />
    </ConfigForm>
  )
}

/** Object storage for uploaded files, with the fields of its provider. */
function StorageFields() {
  const t = useWords(siteWords)
  const { values } = useFormContext()
  const provider = providerOf(values)
  const helps: Record<Provider, Partial<Record<string, string>>> = {
    aliyun: { endpoint: t.endpointAliyun },
    qiniu: { region: t.regionQiniu },
    qcloud: { region: t.regionQcloud, bucket: t.bucketQcloud },
    s3: { endpoint: t.endpointS3, region: t.regionS3 },
  }
  return (
    <>
      <FormSwitch name="oss_open" label={t.storageOpen} help={t.storageHelp} />
      {values['oss_open'] === '1' && (
        <>
          <FormSelect name="oss_type" label={t.provider}>
            {providers.map((value) => (
              <option key={value} value={value}>
                {t[value]}
              </option>
            ))}
          </FormSelect>
          {providerFields[provider].map((name) => {
            const optional = maybeEmpty(provider, name)
            const field = { name, label: t[name], optional, check: optional ? () => undefined : required(t.missing) }
            if (secret.has(name)) return <SecretField key={name} {...field} />
            return <FormText key={name} {...field} help={helps[provider][name]} autoCapitalize="none" spellCheck={false} />
          })}
          <FormSelect name="protocol" label={t.protocol} help={t.protocolHelp}>
            <option value="https">HTTPS</option>
            <option value="http">HTTP</option>
          </FormSelect>
          {provider === 's3' && (
            <FormRadios
              name="addressing"
              label={t.addressing}
              stacked
              options={[
                { value: 'path', label: t.byPath },
                { value: 'virtual', label: t.byHost },
              ]}
            />
          )}
          <FormSwitch name="public_read" label={t.direct} help={t.directHelp} />
          {values['public_read'] === '1' && (
            <FormText name="domain" label={t.domain} help={t.domainHelp} optional autoCapitalize="none" spellCheck={false} />
          )}
        </>
      )}
    </>
  )
}
