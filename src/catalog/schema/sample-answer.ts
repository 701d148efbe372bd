import * as z from 'zod';
import type { Answer, Shape } from '../vocabulary/index.ts';
import { type JsonSchema, plainSchema } from './json-schema.ts';

/** Plausible data of an answer, from its declaration: a list has one record. */
export function sampleAnswer(answer: Answer): unknown {
  switch (answer.kind) {
    case 'flat':
    case 'one':
      return sampleOf(schemaOf(answer.shape));
    case 'list':
    case 'rows':
    case 'ndjson':
      return [sampleOf(schemaOf(answer.shape))];
    case 'csv':
      return { columns: answer.columns, rows: [answer.columns.map(() => '')] };
    case 'binary':
      return { mime_type: answer.mime, size_bytes: 0 };
    case 'nothing':
      return null;
  }
}

const schemaOf = (shape: Shape): JsonSchema => plainSchema(z.looseObject(shape), 'output');

function sampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {});
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return '';
    case 'array':
      return [];
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sampleOf(one)]));
    default:
      return null;
  }
}
