# Calls tools with the official Python client: reads calls as lines of JSON, answers each with a line.
# Arguments: an address, or a command with its arguments.
import asyncio, json, os, sys
import mcp

words = sys.argv[1:]
is_http = words[0].startswith("http")


def server():
    return words[0] if is_http else mcp.StdioServerParameters(command=words[0], args=words[1:], env=dict(os.environ))


async def serve(session, schema, failed, structured):
    listed = (await session.list_tools()).tools
    print(json.dumps([{"name": tool.name, "inputSchema": getattr(tool, schema)} for tool in listed]), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        call = json.loads(line)
        try:
            result = await session.call_tool(call["name"], call["arguments"])
            text = "\n".join(part.text for part in result.content)
            answer = {"isError": bool(getattr(result, failed)), "text": text, "structured": getattr(result, structured)}
        except Exception as error:
            answer = {"thrown": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


async def version_1():
    from mcp.client.streamable_http import streamablehttp_client

    transport = streamablehttp_client(server()) if is_http else mcp.stdio_client(server(), errlog=open(os.devnull, "w"))
    async with transport as (read, write, *_):
        async with mcp.ClientSession(read, write) as session:
            await session.initialize()
            await serve(session, "inputSchema", "isError", "structuredContent")


async def version_2():
    async with mcp.Client(server()) as session:
        await serve(session, "input_schema", "is_error", "structured_content")


asyncio.run(version_2() if hasattr(mcp, "Client") else version_1())
