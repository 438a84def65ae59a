// docs/services.md: what can be mounted, from the service catalogue.
import { mountedTools } from '#compiler/3-link/context.ts';
import { catalogue } from '#services/index.ts';
import { type Collection, type Field, isDetail, type ServiceDefinition } from '#services/types.ts';
import { stateNote } from '#workspace/tools/state.ts';
import { cell } from './diagnostics.ts';

export function servicesPage(): string {
  const services = Object.values(catalogue);
  return `# Services

What a scenario can mount under \`services:\`. Records are written with the fields below; a field that is neither optional nor
has a default must be in every record. Fields marked *detail* are shown by get tools only. References hold the id of a record
of the other collection, and expressions follow them (\`t.customer.tier\`). Amounts of money have at most the decimals of their
currency; lengths of time are written \`45m\`, \`1h 30m\`, \`2d\` and stored as \`PT1H30M\`; a secret is a text that nothing but a get
tool shows. \`slipway catalog\` lists the same.

A service that is not here is one YAML file: [a service of your own](own-services.md).

${services.map(section).join('\n')}`;
}

function section(service: ServiceDefinition): string {
  const settings = Object.entries(service.settings ?? {});
  return `## ${service.name}

${service.about}
${settings.length > 0 ? `\n### Settings\n\n${fieldTable(settings)}\n` : ''}
${Object.entries(service.collections)
  .map(([name, collection]) => collectionPart(`${service.name}.${name}`, collection))
  .join('\n')}
### Tools

| tool | effect | what it does | arguments |
|---|---|---|---|
${toolRows(service)}
`;
}

function collectionPart(name: string, { about, prefix, fields }: Collection): string {
  return `### ${name}

${about} Ids like \`${prefix}1\`.

${fieldTable(Object.entries(fields))}
`;
}

function fieldTable(fields: readonly (readonly [name: string, field: Field])[]): string {
  const rows = fields.map(([name, field]) => `| \`${name}\` | ${typeOf(field)} | ${needOf(field)} | ${cell(field.about)} |`);
  return `| name | kind | | about |\n|---|---|---|---|\n${rows.join('\n')}`;
}

function typeOf(field: Field): string {
  const one = field.type === 'list' ? (field.of ?? 'string') : field.type;
  const kind =
    one === 'enum' ? (field.values ?? []).join(' / ') : one === 'reference' ? `→ ${field.to}` : one === 'money' ? amountOf(field) : one;
  return field.type === 'list' ? `list of ${kind}` : kind;
}

function amountOf({ currency = '' }: Field): string {
  return currency === currency.toUpperCase() ? `money (${currency})` : `money (in \`${currency}\`)`;
}

function needOf(field: Field): string {
  const given = field.default === undefined ? (field.optional ? 'optional' : 'required') : `default \`${field.default}\``;
  return isDetail(field) ? `${given}, detail` : given;
}

function toolRows(service: ServiceDefinition): string {
  const tools = mountedTools({ services: [service] });
  return tools
    .map(({ name, tool, parameters }) => {
      const state = tool.kind === 'update' || tool.kind === 'delete' ? tool.only_if : undefined;
      const about = `${tool.about} ${stateNote(state, service.collections[tool.collection]?.noun ?? 'record')}`.trim();
      const args = parameters.map((one) => (one.required ? `**${one.name}**` : one.name)).join(', ');
      return `| \`${name}\` | ${tool.effect} | ${cell(about)} | ${args} |`;
    })
    .join('\n');
}
