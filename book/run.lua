-- run.lua - a pandoc filter: everything that a page shows as a result is run while the page is built, and compared.
--
--   ```{.run keys="strides,contiguous"}      every "$ " line is run; what it prints must stand under it.  stderr follows
--   $ tl strides 2,3 --order=col             stdout, and "(exit 1)" the output of a command that fails.  With keys, only
--   strides = [1, 2]                         those of the "key = value" lines are shown and compared.
--   ```
--   [[1, 2]]{tl="strides 2,3 --order=col"}   a value in a sentence.  Its key is the command's first word, unless key="..."
--                                            names another.
--   ```{.c .program libs="openblas"}         a C program: compiled with the labs' headers and the library, then run; the
--   ```                                      ```{.output} block after it holds what it prints.
--   ```{.c from="labs/tl.h" name="tl_dtype"} a listing: the declaration of that name, with the comment above it.
--   ```
--   ::: {.question} / ::: {.answer}          numbered, and folded; an answer must hold something that was checked.
--
-- All commands of a page run in one scratch directory.  Whatever is off is reported with its line, and the build fails.
-- With BOOK_ACCEPT=1 the page's source is rewritten to what the commands print; read the difference before you keep it.

local build = os.getenv("BUILD") or "build"
local root = pandoc.system.get_working_directory()
if build:sub(1, 1) ~= "/" then build = root .. "/" .. build end
local cc = os.getenv("CC") or "cc"
local accept = os.getenv("BOOK_ACCEPT") == "1"
local source_name = PANDOC_STATE.input_files[1] or "-"

local function read_file(path)
  local file = io.open(path, "r")
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

local function write_file(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

local source = read_file(source_name) or ""
local edits = {} -- {first, last, text} in source, in order, when accepting
local failures = {}
local scratch -- the directory in which commands run
local cursor = 1 -- where in source the next block is looked for
local checked = 0 -- results compared so far

local function line_of(place)
  local _, newlines = source:sub(1, place - 1):gsub("\n", "")
  return newlines + 1
end

-- Where a block's text stands in source, at or after the last place found: first and last character.
local function locate(text)
  local before = source:find("\n" .. text .. "\n```", cursor, true)
  if not before then return nil end
  cursor = before + #text
  return before + 1, before + #text
end

-- Where an attribute stands in source, at or after the last place found.
local function locate_attribute(text)
  local place = source:find(text, cursor, true)
  if place then cursor = place end
  return place
end

local function fail(place, what, detail)
  local where = place and source_name .. ":" .. line_of(place) or source_name
  failures[#failures + 1] = where .. ": " .. what .. (detail and "\n" .. detail or "")
end

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- What a shell command prints: stdout, then stderr, then "(exit N)" unless N is 0.
local function output_of(command)
  local script = "cd " .. quoted(scratch) .. " && PATH=" .. quoted(build) .. ":\"$PATH\" LC_ALL=C\nexport PATH LC_ALL\n{ " ..
      command .. "\n} 2>" .. quoted(scratch .. "/.stderr") .. " </dev/null"
  local pipe = assert(io.popen(script, "r"))
  local output = pipe:read("a")
  local _, _, code = pipe:close()
  output = output .. (read_file(scratch .. "/.stderr") or "")
  if output ~= "" and output:sub(-1) ~= "\n" then output = output .. "\n" end
  if code ~= 0 then output = output .. "(exit " .. tostring(code) .. ")\n" end
  return output
end

-- The lines of output without the "key = value" lines whose key is not in keys, a list "a,b" or nil for all.
local function only_keys(output, keys)
  if not keys then return output end
  local wanted, kept = {}, {}
  for key in keys:gmatch("[^, ]+") do wanted[key] = true end
  for line in output:gmatch("([^\n]*)\n") do
    local key = line:match("^([%w_]+) = ")
    if not key or wanted[key] then kept[#kept + 1] = line .. "\n" end
  end
  return table.concat(kept)
end

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do lines[#lines + 1] = line end
  return lines
end

-- The two texts' lines as a diff reads: "-" stands in the book, "+" was printed.
local function difference(expected, printed)
  local old, new = lines_of(expected), lines_of(printed)
  local first, old_last, new_last = 1, #old, #new
  while first <= old_last and first <= new_last and old[first] == new[first] do first = first + 1 end
  while old_last >= first and new_last >= first and old[old_last] == new[new_last] do
    old_last, new_last = old_last - 1, new_last - 1
  end
  local shown = {}
  for i = first, old_last do shown[#shown + 1] = "    - " .. old[i] end
  for i = first, new_last do shown[#shown + 1] = "    + " .. new[i] end
  return table.concat(shown, "\n")
end

-- Compare a block's text with what it should be, or note the edit that makes it so.
local function compare(place_first, place_last, expected, printed, what)
  checked = checked + 1
  if expected == printed then return end
  if accept and place_first then
    edits[#edits + 1] = { place_first, place_last, printed }
  else
    fail(place_first, what .. " (- in the book, + printed)", difference(expected, printed))
  end
end

local function escape(text) return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;")) end

local function terminal_html(text)
  local html = {}
  for _, line in ipairs(lines_of(text)) do
    html[#html + 1] = line:match("^%$ ") and "<b>" .. escape(line) .. "</b>" or escape(line)
  end
  return pandoc.RawBlock("html", '<pre class="run"><code>' .. table.concat(html, "\n") .. "</code></pre>")
end

local function run_block(block)
  local first, last = locate(block.text)
  local printed, current = {}, nil
  for _, line in ipairs(lines_of(block.text)) do
    local command = line:match("^%$ (.*)")
    if command then
      current = command
      printed[#printed + 1] = line .. "\n" .. only_keys(output_of(command), block.attributes.keys)
    elseif not current then
      fail(first, "a .run block starts with a line '$ command'")
      return block
    end
  end
  compare(first, last, block.text, (table.concat(printed):gsub("\n$", "")), "`$ " .. (current or "") .. "`")
  return terminal_html(block.text)
end

local pending -- the output of the last program, until its .output block comes

local function program_block(block)
  local first = locate(block.text)
  if pending then fail(pending.place, "this program is not followed by an .output block") end
  write_file(scratch .. "/program.c", block.text .. "\n")
  local libs = ""
  for lib in (block.attributes.libs or ""):gmatch("%S+") do
    libs = libs .. " $(pkg-config --cflags --libs " .. lib .. ")"
  end
  local messages = output_of("rm -f program; " .. cc .. " -std=c17 -O1 -Wall -Wextra -Werror -I" .. quoted(root .. "/labs") ..
    " $(printf -- '-I%s ' " .. quoted(root) .. "/labs/[0-9][0-9]-*) program.c -o program " ..
    quoted(build .. "/libtensorlayout.a") .. libs .. " -lm")
  if messages ~= "" then
    fail(first, "this program does not compile", messages)
    pending = nil
  else
    pending = { place = first, output = output_of("./program") }
  end
  block.classes = { "c" }
  return block
end

local function output_block(block)
  local first, last = locate(block.text)
  if not pending then
    fail(first, "an .output block follows a .program block that compiles")
    return block
  end
  compare(first, last, block.text, (pending.output:gsub("\n$", "")), "the output of the program at line " .. line_of(pending.place))
  pending = nil
  return terminal_html(block.text)
end

-- The top-level piece of a C file that declares or defines a name, with the comment above it; nil when there is none.
-- Pieces are separated by blank lines; a piece goes on while its braces are open.
local function declaration_of(text, name)
  local pieces, piece, depth = {}, {}, 0
  for _, line in ipairs(lines_of(text)) do
    if line == "" and depth == 0 then
      pieces[#pieces + 1], piece = piece, {}
    else
      piece[#piece + 1] = line
      local _, opened = line:gsub("^extern \"C\" {", ""):gsub("{", "")
      local _, closed = line:gsub("}", "")
      depth = depth + opened - closed
      if line:match("^}") then depth = 0 end
    end
  end
  pieces[#pieces + 1] = piece
  local word = "%f[%w_]" .. name .. "%f[^%w_]"
  for _, lines in ipairs(pieces) do
    local in_comment = false
    for _, line in ipairs(lines) do
      if line:match("^/%*") then in_comment = true end
      if not in_comment and not line:match("^[%s#]") and line:match(word) or line:match("^#define%s+" .. word) then
        return table.concat(lines, "\n")
      end
      if line:match("%*/") then in_comment = false end
    end
  end
  return nil
end

local function listing_block(block)
  local path, name = block.attributes.from, block.attributes.name or ""
  local place = locate_attribute('from="' .. path .. '" name="' .. name .. '"')
  local text = read_file(root .. "/" .. path)
  local found = text and name:match("^[%w_]+$") and declaration_of(text, name)
  if not text then
    fail(place, "the listing's file " .. path .. " cannot be read")
  elseif not found then
    fail(place, "the listing `" .. name .. "` is not found in " .. path)
  elseif block.text ~= "" then
    fail(place, "a listing has no text of its own: it comes from " .. path)
  end
  block.text = found or ""
  block.attributes = {}
  return pandoc.Div({ pandoc.Plain({ pandoc.Str(path) }), block }, pandoc.Attr("", { "listing" }))
end

local function code_block(block)
  if block.attributes.from then return listing_block(block) end
  if block.classes:includes("run") then return run_block(block) end
  if block.classes:includes("program") then return program_block(block) end
  if block.classes:includes("output") then return output_block(block) end
  return nil
end

local function value_span(span)
  local command = span.attributes.tl
  if not command then return nil end
  local key = span.attributes.key or command:match("^%S+")
  local expected = pandoc.utils.stringify(span):gsub("%s+", " ")
  local printed = output_of("tl " .. command)
  local value = ("\n" .. printed):match("\n" .. key .. " = ([^\n]*)")
  local place = locate_attribute('tl="' .. command .. '"')
  checked = checked + 1
  if value ~= expected then
    fail(place, "`tl " .. command .. "`: " .. key .. " (- in the book, + printed)",
      "    - " .. expected .. "\n    + " .. (value or printed:gsub("\n$", "")))
  end
  return pandoc.Span(span.content, pandoc.Attr("", { "value" }, { title = "tl " .. command }))
end

local questions = 0

local function div(block)
  if block.classes:includes("answer") then
    block.content:insert(1, pandoc.RawBlock("html", "<details><summary>Answer</summary>"))
    block.content:insert(pandoc.RawBlock("html", "</details>"))
    return block
  elseif block.classes:includes("question") then
    questions = questions + 1
    local label = pandoc.Strong({ pandoc.Str("Question " .. questions) })
    block.content[1].content:insert(1, label)
    block.content[1].content:insert(2, pandoc.Str(". "))
    return block
  end
  return nil
end

-- Blocks are taken in the order in which they stand, which a plain walk by type does not promise for nested ones.
local visit

local function visit_inlines(block)
  return pandoc.walk_block(block, { Span = value_span })
end

function visit(blocks)
  local result = pandoc.List()
  for _, block in ipairs(blocks) do
    if block.t == "CodeBlock" then
      result:insert(code_block(block) or block)
    elseif block.t == "Div" then
      local before = checked
      block.content = visit(block.content)
      if block.classes:includes("answer") and checked == before then
        local words = pandoc.utils.stringify(block):sub(1, 40)
        fail(nil, "an answer holds nothing that is checked: " .. words)
      end
      result:insert(div(block) or block)
    elseif block.t == "BulletList" then
      for i, item in ipairs(block.content) do block.content[i] = visit(item) end
      result:insert(block)
    elseif block.t == "OrderedList" then
      for i, item in ipairs(block.content) do block.content[i] = visit(item) end
      result:insert(block)
    elseif block.t == "Header" then
      local text = pandoc.utils.stringify(block)
      local number = text:match("^(%d+%.%d+) ")
      if block.level == 2 and number then block.identifier = number end
      result:insert(visit_inlines(block))
    else
      result:insert(visit_inlines(block))
    end
  end
  return result
end

function Pandoc(doc)
  return pandoc.system.with_temporary_directory("book", function(directory)
    scratch = directory
    local title = doc.blocks[1]
    if title and title.t == "Header" then doc.meta.pagetitle = pandoc.utils.stringify(title) end
    doc.blocks = visit(doc.blocks)
    if pending then fail(pending.place, "this program is not followed by an .output block") end
    if #edits > 0 then
      local parts, from = {}, 1
      for _, edit in ipairs(edits) do
        parts[#parts + 1] = source:sub(from, edit[1] - 1) .. edit[3]
        from = edit[2] + 1
      end
      write_file(source_name, table.concat(parts) .. source:sub(from))
    end
    if #failures > 0 then
      io.stderr:write(table.concat(failures, "\n"), "\n")
      error(#failures .. " result(s) of " .. source_name .. " are off; `make book-accept` writes what is printed now")
    end
    return doc
  end)
end
