// docs/services.md: what can be mounted, from the service catalogue.
import { mountedTools } from '#compiler/3-link/context.ts';
import { catalogue } from '#services/index.ts';
import type { Collection, Field, ServiceDefinition } from '#services/types.ts';
import { cell } from './diagnostics.ts';

export function servicesPage(): string {
  const services = Object.values(catalogue);
  return `# Services

What a scenario can mount under \`services:\`. Records are written with the fields below; a field that is neither optional nor
has a default must be in every record. Fields marked *detail* are shown by get tools only. References hold the id of a record
of the other collection, and expressions follow them (\`t.customer.tier\`).

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
  const kind = one === 'enum' ? (field.values ?? []).join(' / ') : one === 'reference' ? `→ ${field.to}` : one;
  return field.type === 'list' ? `list of ${kind}` : kind;
}

function needOf(field: Field): string {
  const given = field.default === undefined ? (field.optional ? 'optional' : 'required') : `default \`${field.default}\``;
  return field.detail ? `${given}, detail` : given;
}

function toolRows(service: ServiceDefinition): string {
  const tools = mountedTools({ services: [service] });
  return tools
    .map(({ name, tool, parameters }) => {
      const args = parameters.map((one) => (one.required ? `**${one.name}**` : one.name)).join(', ');
      return `| \`${name}\` | ${tool.effect} | ${cell(tool.about)} | ${args} |`;
    })
    .join('\n');
}
