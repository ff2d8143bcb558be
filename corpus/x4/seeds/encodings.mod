=== content.xml
<?xml version="1.0" encoding="utf-8"?>
<content id="ship_mod" name="A ship" version="100"/>

=== md/a.xml
<?xml version='1.0' encoding='windows-1252'?>
<!DOCTYPE a SYSTEM 'b' [<!ENTITY c 'd'>]><a b='&amp;&c;'>&c;&e;<![CDATA[<]]></a>
=== md/b.xml
<a b='c' b='d'/>
=== md/c.xml
<?xml version='1.0' encoding='x'?><a/>
=== md/d.xml

=== md/e.xml
﻿<a>
