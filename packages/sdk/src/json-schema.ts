/** JSON Schema, as far as the tools use it. */
export interface JsonSchema {
  type?: JsonType | JsonType[];
  description?: string;
  enum?: (string | number | boolean | null)[];
  const?: string | number | boolean | null;
  default?: string | number | boolean | null | string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
}

/** The types of JSON. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** What a model reads of a tool. */
export interface DrawnTool {
  /** What it does, for the model. */
  description: string;
  inputSchema: JsonSchema & { type: 'object'; properties: Record<string, JsonSchema>; required: string[] };
  /** Whether it only reads: such a tool needs no approval. */
  isReadOnly: boolean;
}
